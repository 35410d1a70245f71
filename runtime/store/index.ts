/** The store's door: runs of cells that outlive their session, in place of running the cells again. */

export { type BadRun, checkStore } from './check-store.ts';
export { collectStore } from './collect-store.ts';
export { digestOf } from './known-state.ts';
export {
  type JudgedEnd,
  type RanCells,
  ReactiveStore,
  type RestoredRun,
  type StartedRun,
} from './reactive-store.ts';
export type { RepeatedRun } from './repeated-run.ts';
export {
  CannotResume,
  type Outcome,
  SessionWithStore,
  type StoreKernel,
  type StoreWishes,
} from './session-with-store.ts';
export type { AskedKernel } from './store-answers.ts';
export { type CellReport, type FoundRun, StoreFolder } from './store-folder.ts';
export type { StoredRun } from './stored-run.ts';
