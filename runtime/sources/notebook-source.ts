/**
 * A notebook as a session: its code cells run once, top to bottom. It does not read the file.
 */
import { isForKernel, type Notebook } from '../documents/index.ts';
import type { SessionEvent } from './session-event.ts';
import type { NotebookSession } from './source.ts';

/** The session of a notebook. Blank code cells are left out, which Jupyter does not run either, and code in other languages. */
export function fromNotebook(notebook: Notebook): NotebookSession {
  const events: SessionEvent[] = [];
  for (const cell of notebook.cells) {
    const { id, source } = cell;
    if (isForKernel(cell) && source.trim() !== '') events.push({ type: 'run', cell: id, source });
  }
  const order = events.flatMap((event) => (event.type === 'run' ? [event.cell] : []));
  return { type: 'session', kind: 'notebook', path: notebook.path, events, order, notebook };
}
