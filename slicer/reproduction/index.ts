/** Reproduction's door: comparing outputs, orders of cells, and the causes of differences. Pure. */

export { CELL_ORDERS, type CellOrder, orderCells, ordersOf } from './cell-order.ts';
export { worldOf } from './cell-world.ts';
export { compareOutputs, type ItemVerdict } from './compare.ts';
export { type Diagnosis, diagnose } from './diagnosis.ts';
export { type Cause, missingPackage } from './error-causes.ts';
export type { ComparedCell, Evidence } from './evidence.ts';
export { LostNames } from './lost-names.ts';
export { NORMALIZERS, type Normalizer, type RunTime } from './normalizers/index.ts';
export {
  type AppliedFix,
  type CellResult,
  type Difference,
  type FixedResult,
  type ItemResult,
  type NotebookResult,
  type OutputCounts,
  unrunResult,
} from './notebook-result.ts';
export { type FixSurroundings, type PlannedFix, planFixes } from './plan-fixes.ts';
export { isText, PIECE, type ShownOutput } from './shown.ts';
export { type OutputPart, type Side, type SideLine, sidesOf } from './sides.ts';
