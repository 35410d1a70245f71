/**
 * A notebook as a session: its code cells run once, top to bottom. It does not read the file.
 */
import type { Notebook } from '../documents/index.ts';
import type { SessionEvent } from './session-event.ts';
import type { NotebookSession } from './source.ts';

/** The session of a notebook. Blank code cells are left out: Jupyter does not run them either. */
export function fromNotebook(notebook: Notebook): NotebookSession {
  const events: SessionEvent[] = [];
  for (const { type, id, source } of notebook.cells) {
    if (type === 'code' && source.trim() !== '') events.push({ type: 'run', cell: id, source });
  }
  const order = events.flatMap((event) => (event.type === 'run' ? [event.cell] : []));
  return { type: 'session', kind: 'notebook', path: notebook.path, events, order, notebook };
}
