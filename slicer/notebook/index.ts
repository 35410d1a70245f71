/** The core of an open notebook, pure: its state, the operations on the state, and the states of cells. */

export {
  CELL_STATES,
  type CellState,
  type NotebookStates,
  notebookStates,
  type PlanView,
  planView,
  type ShownState,
} from './cell-states.ts';
export {
  applyCore,
  CONSOLE_CELL,
  causesOf,
  isBlank,
  labelOf,
  previewReactive,
  previewRun,
  previewSettle,
  remaining,
  replayCore,
  sameOrder,
} from './core.ts';
export {
  type CoreAction,
  type CoreMode,
  type CoreOperation,
  type CoreState,
  emptyCore,
} from './core-state.ts';
export {
  type ForeseenDeletion,
  type ForeseenRun,
  foreseeDeletion,
  foreseeRun,
  isOutOfDate,
  unusedCells,
} from './foresee.ts';
