/** Says on standard error what there is to say of a notebook that was read. */

import { mendedNote, type Notebook } from '../documents/index.ts';
import type { SessionList, SourceSession } from '../sources/index.ts';
import { progress } from './progress.ts';
import { shownPath } from './shown-path.ts';

/** Says that a notebook had to be mended to be read, if it had. */
export function sayMended(notebook: Notebook): void {
  const note = mendedNote(notebook, shownPath(notebook.path));
  if (note !== null) progress(`note: ${note}`);
}

/** The same of a source, where it is a notebook. */
export function saySource<Source extends SourceSession | SessionList>(source: Source): Source {
  if (source.type === 'session' && source.kind === 'notebook') sayMended(source.notebook);
  return source;
}
