/** The file of a library that is shown to read. */

import { signal } from '@preact/signals';
import type { DefinitionTarget } from '../../runtime/index.ts';

/** The file; null: none. */
export const shownSource = signal<Extract<DefinitionTarget, { type: 'library' }> | null>(null);
