/** A page's copy of a notebook: a fold of the server's messages. Pure; it knows neither the line nor the screen. */

import type { CellView, FromServer, NotebookView } from '../../runtime/index.ts';

/** A notebook without its cells, their order, and the cells. */
export interface NotebookCopy {
  readonly notebook: Omit<NotebookView, 'cells'>;
  readonly order: readonly string[];
  readonly cells: ReadonlyMap<string, CellView>;
}

/** The copy after a message. The same objects where nothing changed. Messages before the first `notebook` change nothing. */
export function applyMessage(copy: NotebookCopy | null, message: FromServer): NotebookCopy | null {
  if (message.type === 'notebook') {
    const { cells, ...notebook } = message.notebook;
    return {
      notebook,
      order: cells.map(({ id }) => id),
      cells: new Map(cells.map((cell) => [cell.id, cell])),
    };
  }
  if (copy === null) return null;
  if (message.type === 'stream') {
    const cell = copy.cells.get(message.cell);
    const last = cell?.outputs.at(-1);
    if (cell === undefined || last?.output_type !== 'stream') return copy;
    const outputs = cell.outputs.with(-1, { ...last, text: last.text + message.text });
    return { ...copy, cells: new Map(copy.cells).set(cell.id, { ...cell, outputs }) };
  }
  if (message.type === 'outputs') {
    const cell = copy.cells.get(message.cell);
    if (cell === undefined) return copy;
    const outputs = [...cell.outputs.slice(0, message.kept), ...message.outputs];
    return { ...copy, cells: new Map(copy.cells).set(cell.id, { ...cell, outputs }) };
  }
  if (message.type !== 'change') return copy;
  let { cells } = copy;
  if (message.cells.length > 0) {
    const changed = new Map(cells);
    for (const fields of message.cells) {
      // a new cell comes whole
      changed.set(fields.id, { ...(changed.get(fields.id) as CellView), ...fields });
    }
    cells = changed;
  }
  const order = message.order ?? copy.order;
  if (message.order !== undefined) {
    const alive = new Set(order);
    cells = new Map([...cells].filter(([id]) => alive.has(id)));
  }
  const notebook = message.notebook === undefined ? copy.notebook : { ...copy.notebook, ...message.notebook };
  return { notebook, order, cells };
}
