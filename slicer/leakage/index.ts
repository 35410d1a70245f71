/** The door of leakage: the leaks of a notebook's cells in an order of runs. */

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
export type { Given, Site } from './rows.ts';
