/** Freshness's door: stale, fresh and refresher cells, and the next cells of reactive mode. */

export type { CellNames } from './cell-inputs.ts';
export { Freshness, type NotebookStatus, type NotebookView } from './freshness.ts';
export type { OrderMode } from './visibility.ts';
