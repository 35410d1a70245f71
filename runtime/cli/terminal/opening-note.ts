/** Prints notes about a notebook on standard error after it was read. */

import { mendedNote, type Notebook } from '../../documents/index.ts';
import type { SessionList, SourceSession } from '../../sources/index.ts';
import { progress } from './progress.ts';
import { shownPath } from './shown-path.ts';

/** Prints a note on repairs of a notebook, if there are any. */
export function sayMended(notebook: Notebook): void {
  const note = mendedNote(notebook, shownPath(notebook.path));
  if (note !== null) progress(`note: ${note}`);
}

/** The same for a source, if it is a notebook. */
export function saySource<Source extends SourceSession | SessionList>(source: Source): Source {
  if (source.type === 'session' && source.kind === 'notebook') sayMended(source.notebook);
  return source;
}
