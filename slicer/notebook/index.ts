/** The core of an open notebook, pure: its state, what operations make of the state, and where each cell stands. */

export {
  type CellState,
  type NotebookStates,
  notebookStates,
  type PlanView,
  planView,
  type ShownState,
} from './cell-states.ts';
export {
  applyCore,
  causesOf,
  isBlank,
  labelOf,
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
