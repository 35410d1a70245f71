/** The commands of Sluice, and those that extensions have added; and their titles in the language of the menus. */

import { computed } from '@preact/signals';
import { addedCommands } from '../extensions/added-parts.ts';
import { type MenuText, menuText } from '../languages/menu-text.ts';
import { COMMANDS, type Command } from './commands.ts';

/** All commands, in the order in which they are listed. */
export const allCommands = computed<readonly Command[]>(() => [...COMMANDS, ...addedCommands.value]);

/** The title of a command. A title that an extension gives has no translation. */
export function titleOf({ title }: Command): string {
  return menuText(title as MenuText);
}
