/** The file of a library that is shown to read. */

import { signal } from '@preact/signals';
import type { DefinitionPlace } from '../../runtime/index.ts';

/** The file; null: none. */
export const shownSource = signal<Extract<DefinitionPlace, { type: 'library' }> | null>(null);
