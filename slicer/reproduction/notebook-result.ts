/** What is said of one notebook that was run again: a line of `sluice reproduce --json`. More fields may be added; these keep their meaning. */

import type { CellOrder } from './cell-order.ts';
import type { Cause } from './error-causes.ts';
import type { OutputPart } from './sides.ts';

/** One notebook. Outputs are those that were stored; `extra` counts outputs of now that had none. */
export interface NotebookResult {
  readonly type: 'notebook';
  readonly file: string;
  readonly order: CellOrder;
  readonly status: 'same' | 'normalized' | 'different' | 'failed' | 'timeout' | 'unreadable' | 'not-python';
  readonly outputs: OutputCounts;
  readonly cells: readonly CellResult[];
  readonly environment: string;
  /** Of a notebook that could not be run at all: why. */
  readonly why: string | null;
  readonly ms: number;
  /** What it is like, for studies; not of one that cannot be read. */
  readonly features?: readonly string[];
  /** With `--fix`, what came of it; null: nothing could be mended. */
  readonly fixed?: FixedResult | null;
}

/** A copy of the notebook that was mended and has run again. Statuses and outputs compare with what was stored in the notebook. */
export interface FixedResult {
  readonly file: string;
  /** The file beside it with the versions of its packages; null: none were mended. */
  readonly requirements: string | null;
  readonly applied: readonly AppliedFix[];
  readonly status: NotebookResult['status'];
  readonly outputs: OutputCounts;
  readonly environment: string;
  /** Cells that show something else than what was stored, and the same each time now. */
  readonly repeats: number;
}

/** A fix, and the cell that it mends or stands before. */
export interface AppliedFix {
  readonly cell: string;
  readonly index: number;
  readonly cause: Cause;
  readonly title: string;
}

/** Stored outputs by what became of them; `total` is all but `extra`. */
export interface OutputCounts {
  readonly total: number;
  readonly same: number;
  readonly normalized: number;
  readonly different: number;
  readonly missing: number;
  readonly extra: number;
}

/** One code cell that is not blank. `missing`: it did not run. `unstored`: nothing was stored to compare with. */
export interface CellResult {
  readonly cell: string;
  readonly index: number;
  readonly status: 'same' | 'normalized' | 'different' | 'failed' | 'timeout' | 'missing' | 'unstored';
  readonly normalizers: readonly string[];
  /** The cell where the difference begins. */
  readonly first: string | null;
  readonly cause: Cause | null;
  readonly why: string | null;
  /** What it shows, item by item. */
  readonly items: readonly ItemResult[];
  /** Of a cell that does not come out the same: it and the cells that it needed, in the order in which they ran. */
  readonly slice: readonly string[];
  readonly differences: readonly Difference[];
  /** Whether two runs of now show the same; null: there was one run. */
  readonly repeats: boolean | null;
}

/** What became of an output; its streams are one item each. `normalizers`: but for which it is the same. */
export interface ItemResult {
  /** `stdout`, `stderr`, `error`, or `display N`. */
  readonly item: string;
  readonly status: 'same' | 'normalized' | 'different' | 'missing' | 'extra';
  readonly normalizers: readonly string[];
}

/** An output then and now, cut to what fits on a page. */
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
