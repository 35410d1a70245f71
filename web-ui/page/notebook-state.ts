/**
 * The notebook of this page, as signals: one for each cell, so that a change draws only this cell. Structure
 * changed by the person is shown at once and stays until the server confirms it.
 */

import { ChangeSet, type ChangeSpec } from '@codemirror/state';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { nanoid } from 'nanoid';
import type { AppControl, CellView, FromServer, NotebookView } from '../../runtime/index.ts';
import { applyMessage, type NotebookCopy } from './apply-message.ts';
import { CellTexts, changeTo } from './cell-texts.ts';
import type { Draft } from './kept-drafts.ts';
import { type LineListener, type LineState, type NotebookLine, openLine } from './notebook-line.ts';
import { say } from './notices.ts';
import { newSince, type Pending, withPending } from './pending-cells.ts';
import { takeConsoleEntry } from './told-console.ts';
import { UnsavedTexts } from './unsaved-texts.ts';
import { takeWidgetEvents, widgetsAgain } from './widget-line.ts';

let copy: NotebookCopy | null = null;
let theLine: NotebookLine | null = null;
const cellSignals = new Map<string, Signal<CellView>>();
const serverOrder = signal<readonly string[]>([]);
const pending = signal<readonly Pending[]>([]);

/** All but the cells; null until the first message of the server. */
export const notebook = signal<Omit<NotebookView, 'cells'> | null>(null);

/** The state of the line to the server. */
export const lineState = signal<LineState>('connecting');

/** Whether the server has announced its end. */
export const stopped = signal(false);

/** The ids of cells in displayed order, from top to bottom. */
export const order: ReadonlySignal<readonly string[]> = computed(() =>
  withPending(serverOrder.value, pending.value),
);

/** Counts messages about cells: a change of one cell may affect facts about another. */
export const revision = signal(0);

/** Why there is nothing to show, if the server said so. */
export const refusal = signal<string | null>(null);

export const appControls = signal<readonly AppControl[]>([]);

/** The path of the notebook, relative to the opened folder. */
export const notebookPath = signal('');

/** Connects this page to a notebook. */
export function openNotebook(path: string): void {
  const state = (now: LineState): void => {
    lineState.value = now;
    if (now === 'open') stopped.value = false;
    // unconfirmed edits may be lost, so they wait until the line is back
    if (now === 'broken') for (const edits of texts.unconfirmed()) line().send({ op: 'edit', ...edits });
  };
  connect(path, {}, { message: take, state });
}

/** Makes the line of this page: there is one, to a notebook or a session. */
export function connect(path: string, ...rest: [Readonly<Record<string, string>>, LineListener]): void {
  notebookPath.value = path;
  theLine = openLine(() => notebookPath.peek(), ...rest);
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

/** The present state of a cell. */
export function cellNow(id: string): CellView | undefined {
  return cellSignals.get(id)?.peek();
}

/** The present states of all cells, in order. */
export function cellsNow(): readonly CellView[] {
  return order.peek().flatMap((id) => cellNow(id) ?? []);
}

/** A unique name for this page. */
export const pageName = nanoid();

/** The texts of cells, with text typed here. */
const texts = new CellTexts(pageName);

const unsaved = new UnsavedTexts();

/** Counts changes of unsaved text. */
export const unsavedRevision = signal(0);

/** Texts of this page that the server lacked after a new start. */
export const lostDrafts = signal<readonly Draft[]>([]);

/** Text typed here that the file may lack. */
export function unsavedDrafts(): readonly Draft[] {
  return unsaved.cells.flatMap((cell) => {
    const view = cellNow(cell);
    if (view === undefined) return [];
    const { type, source: text } = view;
    return [{ cell, type, text, known: unsaved.knownOf(cell), at: Date.now() }];
  });
}

/** The server answers within this time. */
const ANSWER_MS = 2_000;

/** Whether the server has not confirmed typed text for a while. */
export const stalled = signal(false);

let stalling: ReturnType<typeof setTimeout> | undefined;

/** Notes sent or confirmed edits: the server has time again. */
function awaitConfirmation(): void {
  clearTimeout(stalling);
  stalling = undefined;
  stalled.value = false;
  if (texts.isConfirmed()) return;
  stalling = setTimeout(() => {
    stalled.value = true;
  }, ANSWER_MS);
}

/** The origin of a text change: `editor` is the cell's own editor, which shows it already. */
export type ChangeOrigin = 'editor' | 'command' | 'elsewhere';

type TextListener = (changes: ChangeSet, origin: ChangeOrigin) => void;

const textListeners = new Map<string, TextListener>();

/**
 * Calls the listener for all changes of a cell's text, for its editor, except the editor's own; returns a
 * function to stop.
 */
export function followText(id: string, listener: TextListener): () => void {
  textListeners.set(id, listener);
  return () => void textListeners.delete(id);
}

/** Changes the displayed text of a cell; {@link sendText} sends it. */
export function editText(id: string, changes: ChangeSpec, origin: ChangeOrigin): void {
  const cell = cellNow(id);
  if (cell === undefined) return;
  unsaved.edited(id, cell.source);
  textChanged(id, texts.edit(id, cell, changes), origin);
  unsavedRevision.value += 1;
}

/** Sends unconfirmed edits of a cell's text. */
export function sendText(id: string): void {
  for (const edits of texts.unconfirmed(id)) line().send({ op: 'edit', ...edits });
  unsaved.sent(id, cellNow(id)?.source ?? '');
  unsavedRevision.value += 1;
  if (stalling === undefined) awaitConfirmation();
}

function textChanged(id: string, changes: ChangeSet, origin: ChangeOrigin): void {
  const cell = cellSignals.get(id);
  const source = texts.of(id);
  if (cell === undefined || source === undefined) return;
  cell.value = { ...cell.peek(), source };
  if (origin !== 'editor') textListeners.get(id)?.(changes, origin);
}

function takeEdits(message: Extract<FromServer, { readonly type: 'edits' }>): void {
  const cell = cellNow(message.cell);
  if (cell === undefined) return;
  const changes = texts.receive(cell, message);
  awaitConfirmation();
  if (changes !== null) textChanged(message.cell, changes, 'elsewhere');
}

/** Shows inserted and deleted cells at once. */
export function expect(change: Pending): void {
  batch(() => {
    if (change.type === 'insert' && !cellSignals.has(change.cell.id)) {
      cellSignals.set(change.cell.id, signal(change.cell));
      if (change.cell.source !== '') unsaved.edited(change.cell.id, '');
    }
    pending.value = [...pending.peek(), change];
  });
}

/** Begins again with a server without this page's earlier messages; returns text that the file may lack. */
function beginAnew(): readonly Draft[] {
  // an inserted cell is sent when the line is back, with its text
  const isGone = (cell: string) => !isPendingInsert(cell);
  const lost = unsavedDrafts().filter(({ cell }) => isGone(cell));
  line().forgetEdits(isGone);
  texts.restart(isGone);
  unsaved.clear();
  return lost;
}

function isPendingInsert(cell: string): boolean {
  return pending.peek().some((one) => one.type === 'insert' && one.cell.id === cell);
}

/** Follows a renamed file in its folder: a reload, and a new connection, lead there. */
function follow(file: string): void {
  const name = file.split(/[/\\]/).at(-1) ?? '';
  const parts = notebookPath.peek().split('/');
  if (name === parts.at(-1)) return;
  notebookPath.value = [...parts.slice(0, -1), name].join('/');
}

function take(message: FromServer): void {
  if (message.type === 'error') {
    if (copy === null) refusal.value = message.message;
    else say(message.message, 'problem');
    pending.value = [];
    return;
  }
  if (message.type === 'note') {
    say(message.message);
    return;
  }
  if (message.type === 'console') {
    takeConsoleEntry(message.entry);
    return;
  }
  if (message.type === 'widgets') {
    takeWidgetEvents(message.events);
    return;
  }
  if (message.type === 'edits') {
    takeEdits(message);
    revision.value += 1;
    return;
  }
  if (message.type === 'app') {
    appControls.value = message.controls;
    return;
  }
  if (message.type === 'closing') {
    stopped.value = true;
    return;
  }
  let lost: readonly Draft[] = [];
  if (message.type === 'notebook' && copy !== null) {
    widgetsAgain();
    if (message.notebook.opening === copy.notebook.opening) texts.restart();
    else lost = beginAnew();
  }
  const before = copy;
  copy = applyMessage(copy, message);
  if (copy === null || copy === before) return;
  const now = copy;
  if (message.type === 'notebook') awaitConfirmation();
  if (now.notebook.saved === 'saved' && now.notebook.saves !== before?.notebook.saves) {
    unsaved.saved((cell) => !texts.isUnconfirmed(cell) && !isPendingInsert(cell));
    unsavedRevision.value += 1;
  }
  batch(() => {
    if (message.type !== 'stream' && message.type !== 'outputs') revision.value += 1;
    notebook.value = now.notebook;
    follow(now.notebook.path);
    for (const [id, cell] of now.cells) {
      if (before?.cells.get(id) === cell) continue;
      const known = cellSignals.get(id);
      const shown = { ...cell, source: texts.of(id) ?? cell.source };
      if (known === undefined) {
        cellSignals.set(id, signal(shown));
        continue;
      }
      const { source } = known.peek();
      known.value = shown;
      if (source === shown.source) continue;
      const changes = ChangeSet.of(changeTo(source, shown.source), source.length);
      textListeners.get(id)?.(changes, 'elsewhere');
    }
    serverOrder.value = now.order;
    if (pending.peek().length > 0) pending.value = newSince(pending.peek(), now.order);
    const shown = new Set(order.peek());
    for (const id of cellSignals.keys()) {
      if (shown.has(id)) continue;
      cellSignals.delete(id);
      texts.forget(id);
    }
  });
  if (lost.length > 0) lostDrafts.value = lost;
}
