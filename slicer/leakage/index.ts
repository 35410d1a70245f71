/** The door of leakage: which leaks the cells of a notebook have when they run in an order. */

export type { Given } from './facts.ts';
export { type FollowedRuns, type FoundLeaks, followRuns, RunFollower } from './follow-runs.ts';
export {
  type DividedLater,
  LEAK_KINDS,
  type Leak,
  type LeakKind,
  type LeakStep,
  type LeakWatch,
} from './leak.ts';
export { siteKey } from './path-steps.ts';
export type { Site } from './rows.ts';
