/**
 * The result of one notebook's new run: a line of `sluice reproduce --json`. Later versions may add fields,
 * but do not change the meaning of these.
 */

import type { CellOrder } from './cell-order.ts';
import type { Cause } from './error-causes.ts';
import type { OutputPart } from './sides.ts';

/** One notebook. Outputs are the stored ones; `extra` counts new outputs without a stored one. */
export interface NotebookResult {
  readonly type: 'notebook';
  readonly file: string;
  readonly order: CellOrder;
  readonly status: 'same' | 'normalized' | 'different' | 'failed' | 'timeout' | 'unreadable' | 'not-python';
  readonly outputs: OutputCounts;
  readonly cells: readonly CellResult[];
  readonly environment: string;
  /** Why the notebook could not run at all. */
  readonly why: string | null;
  readonly ms: number;
  /** Features of the notebook, for studies; absent for an unreadable one. */
  readonly features?: readonly string[];
  /** The result of `--fix`; null: there was nothing to fix. */
  readonly fixed?: FixedResult | null;
}

/** A fixed copy of the notebook after its run. Statuses and outputs compare with the notebook's stored outputs. */
export interface FixedResult {
  readonly file: string;
  /** The file beside the copy with the versions of its packages; null: none were fixed. */
  readonly requirements: string | null;
  readonly applied: readonly AppliedFix[];
  readonly status: NotebookResult['status'];
  readonly outputs: OutputCounts;
  readonly environment: string;
  /** Cells whose output differs from the stored one, and is now the same each time. */
  readonly repeats: number;
}

/** A fix, and its cell, or the cell below it. */
export interface AppliedFix {
  readonly cell: string;
  readonly index: number;
  readonly cause: Cause;
  readonly title: string;
}

/** Stored outputs by status; `total` is all but `extra`. */
export interface OutputCounts {
  readonly total: number;
  readonly same: number;
  readonly normalized: number;
  readonly different: number;
  readonly missing: number;
  readonly extra: number;
}

/** One code cell that is not blank. `missing`: it did not run. `unstored`: there was no stored output. */
export interface CellResult {
  readonly cell: string;
  readonly index: number;
  readonly status: 'same' | 'normalized' | 'different' | 'failed' | 'timeout' | 'missing' | 'unstored';
  readonly normalizers: readonly string[];
  /** The cell where the difference begins. */
  readonly first: string | null;
  readonly cause: Cause | null;
  readonly why: string | null;
  /** Its output, item by item. */
  readonly items: readonly ItemResult[];
  /** For a differing cell: the cell and the cells that it needed, in the order of their runs. */
  readonly slice: readonly string[];
  readonly differences: readonly Difference[];
  /** Whether two new runs show the same; null: there was one run. */
  readonly repeats: boolean | null;
}

/** The result of an output; each stream is one item. `normalizers`: the item is the same except for these. */
export interface ItemResult {
  /** `stdout`, `stderr`, `error`, or `display N`. */
  readonly item: string;
  readonly status: 'same' | 'normalized' | 'different' | 'missing' | 'extra';
  readonly normalizers: readonly string[];
}

/** An output then and now, shortened to fit on a page. */
export interface Difference {
  readonly item: string;
  readonly status: string;
  readonly stored: readonly OutputPart[];
  readonly now: readonly OutputPart[];
}

const NO_OUTPUTS: OutputCounts = { total: 0, same: 0, normalized: 0, different: 0, missing: 0, extra: 0 };

/** The line of a notebook of which nothing ran. */
export function unrunResult(
  file: string,
  status: NotebookResult['status'],
  why: string,
  order: CellOrder,
  environment: string,
): NotebookResult {
  return { type: 'notebook', file, order, status, outputs: NO_OUTPUTS, cells: [], environment, why, ms: 0 };
}
