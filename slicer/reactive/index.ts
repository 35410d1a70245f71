/** The door of the reactive plan: which cells are settled, and which cells to run until all are. */

export { type CellLabel, type ForeignFiles, foreignGate, type Gate, gatesOf } from './gates.ts';
export { sourcesAbove } from './needs.ts';
export { type FoundPath, foundKey, lastOfAnother } from './outside-changes.ts';
export { isOfLastRun, type OutsideWrites, outsideRecord } from './outside-writes.ts';
export { type PlacedGate, placedGates } from './placed-gates.ts';
export { NO_WISHES, type Plan, planFor, type Wishes } from './plan.ts';
export { nextStep, previewPlan, type RestoreCause, restoreCauses, type Step } from './reactive-step.ts';
export { changeTexts, nameless, restoreText } from './reasons.ts';
export { isChangedElsewhere, type Restored, restoredExecution, restoredSameness } from './restored-run.ts';
export {
  firstOrder,
  keptOrder,
  orderAfterWrites,
  orderToRun,
  type Placed,
  type RunOrder,
} from './run-order.ts';
export { Settlement } from './settlement.ts';
export type { Standing, StandingType } from './standings.ts';
export type { Sameness } from './versions.ts';
