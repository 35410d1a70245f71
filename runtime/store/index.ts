/** The store's door: runs of cells that outlive their session, in place of running the cells again. */

export { type BadRun, checkStore } from './check-store.ts';
export { collectStore } from './collect-store.ts';
export { digestOf } from './known-state.ts';
export { movedKernel } from './moved-place.ts';
export { endSession, originOf, reportName } from './notebook-report.ts';
export {
  type FoundSession,
  findSession,
  type Interpreter,
  reportIn,
  takeRuns,
  unpackNotebook,
} from './open-session.ts';
export { placeDifferences, VERSIONS, type Versions } from './place-facts.ts';
export {
  type JudgedEnd,
  type RanCells,
  ReactiveStore,
  type RestoredRun,
  type StartedRun,
} from './reactive-store.ts';
export type { RepeatedRun } from './repeated-run.ts';
export type { CellReport } from './run-report.ts';
export { type SavedCounts, saveSession } from './save-session.ts';
export {
  CannotResume,
  type Outcome,
  SessionWithStore,
  type StoreKernel,
  type StoreWishes,
} from './session-with-store.ts';
export type { AskedKernel, Place } from './store-answers.ts';
export { type FoundRun, StoreFolder } from './store-folder.ts';
export type { StoredRun } from './stored-run.ts';
export { trustKey } from './trusted-keys.ts';
export { waitingRuns } from './waiting-runs.ts';
