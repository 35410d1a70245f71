/** The door of differences: cells of two versions paired, and texts of three versions merged. Pure. */

export { type AlignedCell, alignCells, type CellPair } from './align-cells.ts';
export { type MergedPart, mergeLines } from './merge-lines.ts';
