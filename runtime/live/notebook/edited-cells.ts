/**
 * The cells of an open notebook as a pure fold of edit operations. It runs nothing, saves nothing, and
 * informs no page.
 */

import type { Cell, CodeCell } from '../../documents/index.ts';
import type { JsonObject } from '../../kernel/index.ts';
import type { Operation } from '../messages/messages.ts';

/** The cells, and cells deleted since the notebook was opened: an insert can bring them back. */
export interface EditedCells {
  readonly cells: readonly Cell[];
  readonly deleted: ReadonlyMap<string, Cell>;
  /** Text cells that were code cells, in their old form, in case they become code again. */
  readonly wereCode: ReadonlyMap<string, CodeCell>;
}

/** Operations of pages that change cells and need no kernel. */
export type EditOperation = Extract<
  Operation,
  { readonly op: 'edit' | 'insert' | 'delete' | 'order' | 'type' | 'metadata' | 'attach' | 'clear-outputs' }
>;

/** A change of cells; an `edit` appears as its resulting text. */
export type CellChange =
  | Exclude<EditOperation, { readonly op: 'edit' }>
  | { readonly op: 'text'; readonly cell: string; readonly source: string }
  /** All cells are these, as they are. */
  | { readonly op: 'put'; readonly cells: readonly Cell[] };

const EDITS: ReadonlySet<string> = new Set<EditOperation['op']>([
  'edit',
  'insert',
  'delete',
  'order',
  'type',
  'metadata',
  'attach',
  'clear-outputs',
]);

/** Whether a message is an edit operation. */
export function isEdit(message: { readonly op?: string }): message is EditOperation {
  return message.op !== undefined && EDITS.has(message.op);
}

/** The cells of a newly opened notebook. */
export function openCells(cells: readonly Cell[]): EditedCells {
  return { cells, deleted: new Map(), wereCode: new Map() };
}

/** The outputs of an execution, if still stored. */
type OutputsOf = (exec: number) => CodeCell['outputs'] | null;

/**
 * The cells after an operation, the same object if nothing changes; or the reason, as text, why the operation
 * is refused.
 */
export function applyEdit(
  edited: EditedCells,
  operation: CellChange,
  outputsOf: OutputsOf = () => null,
): EditedCells | string {
  const { cells } = edited;
  switch (operation.op) {
    case 'text':
      return change(edited, operation.cell, (cell) =>
        cell.source === operation.source ? cell : { ...cell, source: operation.source },
      );
    case 'put':
      return withAll(edited, operation.cells);
    case 'metadata':
      return change(edited, operation.cell, (cell) => ({ ...cell, metadata: operation.metadata }));
    case 'attach': {
      const { name, type, base64 } = operation;
      return change(edited, operation.cell, (cell) => ({
        ...cell,
        attachments: {
          ...cell.attachments,
          [name]: { ...(cell.attachments?.[name] as JsonObject | undefined), [type]: base64 },
        },
      }));
    }
    case 'type':
      return changeType(edited, operation.cell, operation.type);
    case 'insert':
      return insert(edited, operation, outputsOf);
    case 'delete': {
      const gone = new Set(operation.cells);
      const unknown = operation.cells.find((id) => !cells.some((cell) => cell.id === id));
      if (unknown !== undefined) return noCell(unknown);
      return withAll(
        edited,
        cells.filter((cell) => !gone.has(cell.id)),
      );
    }
    case 'order': {
      const byId = new Map(cells.map((cell) => [cell.id, cell]));
      const ordered = operation.cells.map((id) => byId.get(id));
      const whole = new Set(operation.cells).size === cells.length && ordered.length === cells.length;
      if (!whole || ordered.includes(undefined)) return 'the order is not one of all cells';
      return { ...edited, cells: ordered as Cell[] };
    }
    case 'clear-outputs': {
      const cleared = new Set(operation.cells);
      const empty = (cell: CodeCell): CodeCell => ({ ...cell, outputs: [], executionCount: null });
      return {
        ...edited,
        cells: cells.map((cell) => (cleared.has(cell.id) && cell.type === 'code' ? empty(cell) : cell)),
      };
    }
  }
}

/** Cells that are not among the given ones count as deleted. */
function withAll(edited: EditedCells, cells: readonly Cell[]): EditedCells {
  const there = new Set(cells.map(({ id }) => id));
  const deleted = new Map(edited.deleted);
  for (const cell of edited.cells) if (!there.has(cell.id)) deleted.set(cell.id, cell);
  for (const id of there) deleted.delete(id);
  return { ...edited, cells, deleted };
}

function change(edited: EditedCells, id: string, to: (cell: Cell) => Cell): EditedCells | string {
  const index = edited.cells.findIndex((cell) => cell.id === id);
  const cell = edited.cells[index];
  if (cell === undefined) return noCell(id);
  const changed = to(cell);
  return changed === cell ? edited : { ...edited, cells: edited.cells.with(index, changed) };
}

function changeType(edited: EditedCells, id: string, type: Cell['type']): EditedCells | string {
  const before = edited.cells.find((cell) => cell.id === id);
  const changed = change(edited, id, (cell) => {
    const after = asType(cell, type);
    const wasCode = edited.wereCode.get(id);
    if (after === cell || after.type !== 'code' || wasCode === undefined) return after;
    return { ...after, outputs: wasCode.outputs, executionCount: wasCode.executionCount };
  });
  if (typeof changed === 'string' || changed === edited || before?.type !== 'code') return changed;
  return { ...changed, wereCode: new Map(changed.wereCode).set(id, before) };
}

function asType(cell: Cell, type: Cell['type']): Cell {
  if (cell.type === type) return cell;
  const { id, source, metadata, attachments } = cell;
  const common = { id, source, metadata, ...(attachments === undefined ? {} : { attachments }) };
  return type === 'code' ? { type, ...common, executionCount: null, outputs: [] } : { type, ...common };
}

/** A valid id in nbformat for a new cell; files may have any other. */
const NEW_ID = /^[a-zA-Z0-9_-]{1,64}$/;

function insert(
  edited: EditedCells,
  operation: Extract<Operation, { readonly op: 'insert' }>,
  outputsOf: OutputsOf,
): EditedCells | string {
  const { cell: id, type, source, before, copyOf, outputsOf: exec } = operation;
  const { cells, deleted } = edited;
  if (cells.some((cell) => cell.id === id)) return `there is a cell ${id} already`;
  if (!NEW_ID.test(id) && !deleted.has(id)) return `"${id.slice(0, 100)}" cannot be the id of a cell`;
  const at = before === null ? cells.length : cells.findIndex((cell) => cell.id === before);
  if (at < 0) return noCell(before ?? '');
  const model = copyOf === undefined ? undefined : findCell(edited, copyOf);
  const attachments = model?.attachments;
  const kept = attachments === undefined ? {} : { attachments };
  const blank: Cell = { type: 'raw', id, source, metadata: model?.metadata ?? {}, ...kept };
  const typed = asType(blank, type);
  const past = exec === undefined ? null : outputsOf(exec);
  const cell =
    typed.type === 'code' && past !== null
      ? { ...typed, outputs: past }
      : typed.type === 'code' && model?.type === 'code' && exec === undefined
        ? { ...typed, outputs: model.outputs, executionCount: model.executionCount }
        : typed;
  const left = new Map(deleted);
  left.delete(id);
  return { ...edited, cells: cells.toSpliced(at, 0, cell), deleted: left };
}

function findCell({ cells, deleted }: EditedCells, id: string): Cell | undefined {
  return cells.find((cell) => cell.id === id) ?? deleted.get(id);
}

function noCell(id: string): string {
  return `there is no cell ${id}`;
}
