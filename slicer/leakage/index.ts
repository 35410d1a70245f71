/** The door of leakage: which leaks the cells of a notebook have when they run in an order. */
import { type CallLog, Interpreter, type LibraryKnowledge, type ParsedTexts } from '../static/index.ts';
import { findLeaks } from './find-leaks.ts';
import type { Leak } from './leak.ts';
import { siteKey } from './path-steps.ts';
import { RowTracker } from './row-tracker.ts';
import type { Site } from './rows.ts';

export type { Given } from './facts.ts';
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

/** Leaks, and where models are judged, in order. Sites count runs from 1. */
export interface FoundLeaks {
  readonly found: readonly Leak[];
  readonly judged: readonly Site[];
}

/** What runs in an order have shown of rows, and of the world outside. Runs count from 1. */
export interface FollowedRuns {
  readonly leaks: FoundLeaks;
  readonly calls: CallLog;
}

/** Follows code that runs in this order. `texts`: what others have parsed. */
export function followRuns(
  sources: readonly string[],
  library: LibraryKnowledge,
  texts?: ParsedTexts,
): FollowedRuns {
  const tracker = new RowTracker(library);
  const interpreter = new Interpreter(library, tracker, texts);
  for (const source of sources) interpreter.interpret(source);
  const judged = new Map(
    tracker.scores.flatMap(({ site, ...score }) =>
      score.judged && !score.watched ? [[siteKey(site), site] as const] : [],
    ),
  );
  const leaks = { found: findLeaks(tracker.scores), judged: [...judged.values()] };
  return { leaks, calls: interpreter.calls };
}
