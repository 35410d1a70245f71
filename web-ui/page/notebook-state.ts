/**
 * The notebook that this page shows, as signals: one for each cell, so that a change draws that cell only. Structure that the person
 * has changed is shown at once and kept until the server says the same.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { CellView, FromServer, NotebookView } from '../../runtime/index.ts';
import { applyMessage, type NotebookCopy } from './apply-message.ts';
import { type LineListener, type LineState, type NotebookLine, openLine } from './notebook-line.ts';
import { say } from './notices.ts';
import { newSince, type Pending, withPending } from './pending-cells.ts';

let copy: NotebookCopy | null = null;
let theLine: NotebookLine | null = null;
const cellSignals = new Map<string, Signal<CellView>>();
const serverOrder = signal<readonly string[]>([]);
const pending = signal<readonly Pending[]>([]);

/** All but the cells; null until the server has told it. */
export const notebook = signal<Omit<NotebookView, 'cells'> | null>(null);

/** How the line to the server is. */
export const lineState = signal<LineState>('connecting');

/** The ids of cells as they are shown, from top to bottom. */
export const order: ReadonlySignal<readonly string[]> = computed(() =>
  withPending(serverOrder.value, pending.value),
);

/** Why there is nothing to show, if the server said so. */
export const refusal = signal<string | null>(null);

/** Where the notebook is, from the opened folder. */
export let notebookPath = '';

/** Connects this page to a notebook. */
export function openNotebook(path: string): void {
  const state = (now: LineState): void => {
    lineState.value = now;
  };
  connect(path, {}, { message: take, state });
}

/** Makes the line of this page: there is one, to a notebook or a session. */
export function connect(path: string, ...rest: [Readonly<Record<string, string>>, LineListener]): void {
  notebookPath = path;
  theLine = openLine(path, ...rest);
}

/** The line to the notebook. */
export function line(): NotebookLine {
  if (theLine === null) throw new Error('this page has no notebook');
  return theLine;
}

/** A cell's signal. It lives as long as the cell is shown. */
export function cellSignal(id: string): Signal<CellView> | undefined {
  return cellSignals.get(id);
}

/** A cell as it is now. */
export function cellNow(id: string): CellView | undefined {
  return cellSignals.get(id)?.peek();
}

/** All cells as they are now, in order. */
export function cellsNow(): readonly CellView[] {
  return order.peek().flatMap((id) => cellNow(id) ?? []);
}

/** Shows what the person typed; the caller sends it. */
export function setSourceHere(id: string, source: string): void {
  const cell = cellSignals.get(id);
  if (cell === undefined || cell.peek().source === source) return;
  dirty.add(id);
  cell.value = { ...cell.peek(), source };
  if (copy !== null) copy = { ...copy, cells: new Map(copy.cells).set(id, cell.peek()) };
}

/** Cells with text that the server has not got yet. */
const dirty = new Set<string>();

/** The server has been sent the text of this cell. */
export function sourceSent(id: string): void {
  dirty.delete(id);
}

/** Shows inserted and deleted cells at once. */
export function expect(change: Pending): void {
  batch(() => {
    if (change.type === 'insert' && !cellSignals.has(change.cell.id)) {
      cellSignals.set(change.cell.id, signal(change.cell));
    }
    pending.value = [...pending.peek(), change];
  });
}

function take(message: FromServer): void {
  if (message.type === 'error') {
    if (copy === null) refusal.value = message.message;
    else say(message.message, 'problem');
    pending.value = [];
    return;
  }
  const before = copy;
  const sources = new Map([...dirty].map((id) => [id, cellNow(id)?.source]));
  copy = applyMessage(copy, message);
  if (copy === null || copy === before) return;
  const now = copy;
  batch(() => {
    notebook.value = now.notebook;
    for (const [id, cell] of now.cells) {
      if (before?.cells.get(id) === cell) continue;
      const typed = sources.get(id);
      const shown = typed === undefined ? cell : { ...cell, source: typed };
      const known = cellSignals.get(id);
      if (known === undefined) cellSignals.set(id, signal(shown));
      else known.value = shown;
    }
    serverOrder.value = now.order;
    if (pending.peek().length > 0) pending.value = newSince(pending.peek(), now.order);
    const shown = new Set(order.peek());
    for (const id of cellSignals.keys()) if (!shown.has(id)) cellSignals.delete(id);
  });
}
