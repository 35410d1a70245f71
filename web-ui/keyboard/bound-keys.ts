/** The keys of commands: as the commands come, as in VS Code, or as the person has chosen for a command. */

import { computed } from '@preact/signals';
import { settings } from '../settings/settings.ts';
import { allCommands } from './all-commands.ts';
import type { Command } from './commands.ts';

/** Keys as in notebooks of VS Code, where they differ; the others stay. */
const VS_CODE: Readonly<Record<string, readonly string[]>> = {
  'run-insert': ['Alt+Enter'],
  'move-up': ['Alt+ArrowUp'],
  'move-down': ['Alt+ArrowDown'],
  split: ['Ctrl+k Ctrl+Shift+\\'],
  merge: ['Alt+Shift+j'],
  palette: ['F1', 'Ctrl+Shift+p'],
  find: ['Ctrl+f'],
  format: ['Alt+Shift+f'],
  files: ['Ctrl+b', 'Ctrl+Shift+e'],
  problems: ['Ctrl+Shift+m'],
  outline: ['Ctrl+Shift+o'],
  'toggle-source': ['Ctrl+k Ctrl+c'],
  'scroll-down': ['PageDown'],
  'scroll-up': ['PageUp'],
};

/** The keys of a command; the first one is shown. */
export function keysOf({ id, keys }: Command): readonly string[] {
  const { keyboard, keys: chosen } = settings.value;
  return chosen[id] ?? (keyboard === 'vscode' ? (VS_CODE[id] ?? keys) : keys);
}

/** The commands of each key. */
export const commandsByKey = computed(() => {
  const found = new Map<string, Command[]>();
  for (const command of allCommands.value) {
    for (const keys of keysOf(command)) found.set(keys, [...(found.get(keys) ?? []), command]);
  }
  return found;
});

/** The first keys of pairs, such as `d` of `d d`. */
export const firstKeys = computed(
  () =>
    new Set(
      [...commandsByKey.value.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]!),
    ),
);

/** The other commands that a key means at the places of a command. */
export function commandsWith(keys: string, command: Command): readonly Command[] {
  const meets = ({ where }: Command) =>
    where === command.where ||
    [where, command.where].some((place) => place === 'both' || place === 'anywhere');
  return (commandsByKey.value.get(keys) ?? []).filter((other) => other.id !== command.id && meets(other));
}
