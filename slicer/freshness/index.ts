/** Freshness's door: which cells are stale, fresh and refreshers, and what reactive mode would run. */

export type { CellNames } from './cell-inputs.ts';
export { Freshness, type NotebookStatus, type NotebookView } from './freshness.ts';
export type { OrderMode } from './visibility.ts';
