/**
 * A person's actions on cells: insert, delete, move, change type, split, merge; each can be undone. It runs
 * no code.
 */

import { nanoid } from 'nanoid';
import type { CellView } from '../../runtime/index.ts';
import { joinAttachments } from './attachments.ts';
import { type CellOperation, perform } from './cell-operations.ts';
import { flushSource, rewrite } from './edits.ts';
import { cellNow, line, order } from './notebook-state.ts';
import { active, anchor, reveal, select, selected } from './selection.ts';
import { remember } from './undo.ts';

type CellType = CellView['type'];

/** A new id, valid in nbformat. */
export function newCellId(): string {
  return nanoid(13);
}

/** The cell after this one; null: it is the last. */
export function nextOf(id: string): string | null {
  const ids = order.peek();
  return ids[ids.indexOf(id) + 1] ?? null;
}

/** Inserts an empty cell beside the active one, and selects it. */
export function insertCell(where: 'above' | 'below', type: CellType = 'code', source = ''): string {
  const ids = selected.peek();
  const before = where === 'above' ? (ids[0] ?? null) : ids.length === 0 ? null : nextOf(ids.at(-1)!);
  const id = newCellId();
  perform({ op: 'insert', cell: id, type, source, before });
  remember({
    undo: [{ op: 'delete', cells: [id] }],
    redo: [{ op: 'insert', cell: id, type, source, before, copyOf: id }],
  });
  select(id);
  reveal(id);
  return id;
}

/** Deletes cells; a notebook keeps at least one. */
export function deleteCells(ids: readonly string[] = selected.peek()): void {
  if (ids.length === 0) return;
  for (const id of ids) flushSource(id);
  remember({ undo: insertsOf(ids), redo: [{ op: 'delete', cells: ids }] });
  const rest = order.peek().filter((id) => !ids.includes(id));
  if (rest.length === 0) perform({ op: 'insert', cell: newCellId(), type: 'code', source: '', before: null });
  perform({ op: 'delete', cells: ids });
}

/** The operations that bring deleted cells back to their positions. */
export function insertsOf(ids: readonly string[]): CellOperation[] {
  return ids.toReversed().flatMap((id) => {
    const cell = cellNow(id);
    if (cell === undefined) return [];
    return [{ op: 'insert', cell: id, type: cell.type, source: cell.source, before: nextOf(id), copyOf: id }];
  });
}

/** Changes the type of the selected cells. */
export function changeType(type: CellType, ids: readonly string[] = selected.peek()): void {
  for (const id of ids) {
    const cell = cellNow(id);
    flushSource(id);
    if (cell !== undefined && cell.type !== type) {
      remember({ undo: [{ op: 'type', cell: id, type: cell.type }], redo: [{ op: 'type', cell: id, type }] });
    }
    line().send({ op: 'type', cell: id, type });
  }
}

/** Makes the selected cells Markdown headings of a level from 1 to 6. */
export function makeHeading(level: number): void {
  for (const id of selected.peek()) {
    const cell = cellNow(id);
    if (cell === undefined) continue;
    const source = `${'#'.repeat(level)} ${cell.source.replace(/^\s*#{0,6}[ \t]*/, '')}`;
    rewrite(id, source);
  }
  changeType('markdown');
}

/** Moves the selected cells up or down by one place. */
export function moveCells(by: -1 | 1): void {
  const ids = order.peek();
  const moving = selected.peek();
  const at = ids.indexOf(moving[0] ?? '');
  const target = at + by;
  if (at < 0 || target < 0 || target + moving.length > ids.length) return;
  moveTo(moving, target);
}

/** Moves cells so that the first of them has this position among the others. */
export function moveTo(moving: readonly string[], place: number): void {
  const before = order.peek();
  const others = before.filter((id) => !moving.includes(id));
  const after = others.toSpliced(place, 0, ...moving);
  remember({ undo: [{ op: 'order', cells: before }], redo: [{ op: 'order', cells: after }] });
  perform({ op: 'order', cells: after });
  if (active.peek() !== null) reveal(active.peek()!);
}

/** Joins the selected cells, or the active one and the next, into the first of them. */
export function mergeCells(): void {
  let ids = selected.peek();
  if (ids.length === 1) {
    const next = nextOf(ids[0]!);
    if (next === null) return;
    ids = [ids[0]!, next];
  }
  for (const id of ids) flushSource(id);
  const [first, ...rest] = ids;
  const cell = cellNow(first ?? '');
  if (first === undefined || cell === undefined) return;
  const joined = joinAttachments(ids);
  for (const attach of joined.attach) perform(attach);
  const source = joined.sources.join('\n\n');
  const undo: CellOperation[] = [{ op: 'rewrite', cell: first, source: cell.source }, ...insertsOf(rest)];
  const redo: CellOperation[] = [
    { op: 'rewrite', cell: first, source },
    { op: 'delete', cells: rest },
  ];
  remember({ undo, redo });
  for (const operation of redo) perform(operation);
  select(first);
}

/** Splits a cell at positions in its text; the part with the last position stays active. */
export function splitCell(id: string, at: number): void {
  const cell = cellNow(id);
  if (cell === undefined) return;
  flushSource(id);
  const head = cell.source.slice(0, at).replace(/\n$/, '');
  const tail = cell.source.slice(at).replace(/^\n/, '');
  const added = newCellId();
  const redo: CellOperation[] = [
    { op: 'rewrite', cell: id, source: head },
    {
      op: 'insert',
      cell: added,
      type: cell.type,
      source: tail,
      before: nextOf(id),
      // either part may refer to its attachments
      ...(cell.type === 'code' ? {} : { copyOf: id }),
    },
  ];
  const undo: CellOperation[] = [
    { op: 'delete', cells: [added] },
    { op: 'rewrite', cell: id, source: cell.source },
  ];
  remember({ undo, redo });
  for (const operation of redo) perform(operation);
  select(added, 'edit');
}

/** Selects all cells. */
export function selectAll(): void {
  const ids = order.peek();
  anchor.value = ids[0] ?? null;
  active.value = ids.at(-1) ?? null;
}
