/** The parts of a notebook that pages and Markdown show. Types only. */

import type { Notebook } from '../documents/index.ts';

export type ExportedParts = Pick<Notebook, 'path' | 'cells' | 'language'>;
