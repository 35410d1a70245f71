/** The core of an open notebook, pure: its state, the operations on the state, and the states of cells. */

export { CONSOLE_CELL, labelOf } from './cell-label.ts';
export {
  CELL_STATES,
  type CellState,
  type NotebookStates,
  notebookStates,
  type PlanView,
  planView,
  type ShownState,
} from './cell-states.ts';
export { applyCore, replayCore } from './core.ts';
export {
  type CoreAction,
  type CoreMode,
  type CoreOperation,
  type CoreState,
  emptyCore,
  sameOrder,
} from './core-state.ts';
export {
  type ForeseenDeletion,
  type ForeseenRun,
  foreseeDeletion,
  foreseeRun,
  isOutOfDate,
  unusedCells,
} from './foresee.ts';
export { causesOf, previewReactive, previewRun, previewSettle, remaining } from './previews.ts';
export { isBlank } from './requests.ts';
