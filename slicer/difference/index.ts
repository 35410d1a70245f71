/** The door of differences: cells of two versions paired, the cells that changes reach, and merged texts. Pure. */

export {
  type AffectedCell,
  affectedCells,
  type NotebookVersion,
  type OutsideCause,
} from './affected-cells.ts';
export { type AlignedCell, alignCells, type CellPair } from './align-cells.ts';
export { type MergedPart, mergeLines } from './merge-lines.ts';
export { type ImportingCell, moduleFlows } from './module-flows.ts';
