/**
 * The variants of the cells below a point of a notebook, as a pure fold: a variant has the cells below the point, with their texts and
 * outputs. The shown variant is in the notebook itself. Nothing here runs cells.
 */

import type { CellId, Exec } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';

/** A cell of a variant. */
export interface VariantCell {
  /** With its outputs, if it is code. */
  readonly cell: Cell;
  /** Whether this person's Sluice made the outputs. */
  readonly isMade: boolean;
  /** Whether it was up to date when the person left the variant. */
  readonly isSettled: boolean;
  /** The duration of its last run, in milliseconds. */
  readonly ms: number | null;
}

/** A value at the end of a variant. `digest` null: there is none, so that `text` decides. */
export interface VariantValue {
  readonly name: string;
  readonly type: string;
  /** The size and the beginning of the value. */
  readonly text: string;
  readonly digest: string | null;
}

/** A variant. While it is shown, its cells have no outputs here. */
export interface Variant {
  readonly number: number;
  readonly cells: readonly VariantCell[];
  /** The values that its cells changed; null: unknown. */
  readonly values: readonly VariantValue[] | null;
  /** Groups of undone runs, in the order of their undo. */
  readonly undone: readonly (readonly Exec[])[];
}

/** The point, and its variants. */
export interface Branch {
  /** The cells above the point, also deleted ones. */
  readonly above: readonly CellId[];
  /** The number of the shown variant. */
  readonly shown: number;
  readonly variants: readonly Variant[];
}

/** The content of the shown variant when a person leaves the variant. */
export type Left = Pick<Variant, 'cells' | 'values' | 'undone'>;

/** A branch at a cell: the present cells from there on are Variant 1, and are shown. */
export function branchAt(order: readonly CellId[], point: CellId): Branch {
  const above = order.slice(0, order.indexOf(point));
  return { above, shown: 1, variants: [{ number: 1, cells: [], values: null, undone: [] }] };
}

/** The branch with a copy of the left variant, which has not run, and is shown. */
export function withCopy(branch: Branch, left: Left): Branch {
  const number = Math.max(...branch.variants.map((each) => each.number)) + 1;
  const copy = { number, cells: left.cells.map(notRun), values: null, undone: [] };
  const { variants } = withLeft(branch, left);
  return { ...branch, variants: [...variants, copy], shown: number };
}

/** The branch with another variant shown. */
export function withShown(branch: Branch, left: Left, shown: number): Branch {
  const { variants } = withLeft(branch, left);
  const hidden = variants.map((each) =>
    each.number === shown ? { ...each, cells: each.cells.map(notRun), values: null, undone: [] } : each,
  );
  return { ...branch, variants: hidden, shown };
}

/**
 * The branch of a notebook that was opened again. Cells below the point with the texts of a hidden variant, and not with those of the
 * shown one, mean that the process died after the log had the change of variant, and before the file had it: then the hidden variant is
 * the shown one.
 */
export function withFile(branch: Branch, cells: readonly Cell[]): Branch {
  const above = new Set(
    aboveNow(
      branch,
      cells.map(({ id }) => id),
    ),
  );
  const tail = cells.filter(({ id }) => !above.has(id));
  const isInFile = (each: Variant): boolean =>
    each.cells.length === tail.length &&
    each.cells.every(({ cell }, at) => cell.source === tail[at]!.source && cell.type === tail[at]!.type);
  const shown = variantOf(branch, branch.shown);
  const inFile = branch.variants.find(isInFile);
  if (inFile === undefined || shown === undefined || isInFile(shown)) return branch;
  return withShown(branch, shown, inFile.number);
}

/** The branch without a hidden variant; null: only one is left, so there is nothing to compare. */
export function withoutVariant(branch: Branch, number: number): Branch | null {
  const variants = branch.variants.filter((each) => each.number !== number);
  return variants.length < 2 ? null : { ...branch, variants };
}

/** The branch after the end of the kernel: no run can be redone, and none counts. */
export function withoutKernel(branch: Branch): Branch {
  const variants = branch.variants.map((each) => ({
    ...each,
    undone: [],
    cells: each.cells.map((cell) => ({ ...cell, isSettled: false })),
  }));
  return { ...branch, variants };
}

/** The branch with cells that belong above the point too. */
export function withAbove(branch: Branch, above: readonly CellId[]): Branch {
  return { ...branch, above: [...new Set([...branch.above, ...above])] };
}

/** The variant with a number. */
export function variantOf({ variants }: Branch, number: number): Variant | undefined {
  return variants.find((each) => each.number === number);
}

/** The variant to show when this one goes: the one before, or else the next. */
export function neighbourOf({ variants }: Branch, number: number): Variant | undefined {
  const at = variants.findIndex((each) => each.number === number);
  return variants[at === 0 ? 1 : at - 1];
}

/**
 * The cells above the point as they are now: new cells between them belong to them. All other cells belong to the shown variant,
 * wherever they stand.
 */
export function aboveNow(branch: Branch, order: readonly CellId[]): readonly CellId[] {
  const above = new Set(branch.above);
  const below = new Set(branch.variants.flatMap(({ cells }) => cells.map(({ cell }) => cell.id)));
  const last = order.findLastIndex((id) => above.has(id));
  return order.filter((id, at) => above.has(id) || (at < last && !below.has(id)));
}

/** The notebook's cells with another variant below the point. */
export function withTail(
  cells: readonly Cell[],
  above: readonly CellId[],
  tail: readonly Cell[],
): readonly Cell[] {
  const kept = new Set(above);
  for (const { id } of tail) kept.delete(id);
  return [...cells.filter(({ id }) => kept.has(id)), ...tail];
}

function withLeft(branch: Branch, left: Left): Branch {
  const variants = branch.variants.map((each) =>
    each.number === branch.shown ? { ...each, ...left } : each,
  );
  return { ...branch, variants };
}

/** The cell as if it had not run. */
function notRun({ cell }: VariantCell): VariantCell {
  const blank = cell.type === 'code' ? { ...cell, outputs: [], executionCount: null } : cell;
  return { cell: blank, isMade: false, isSettled: false, ms: null };
}
