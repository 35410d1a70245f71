/** The door of leakage: which leaks the cells of a notebook have when they run in an order. */
import { type CallLog, Interpreter, type LibraryKnowledge } from '../static/index.ts';
import { findLeaks } from './find-leaks.ts';
import type { Leak } from './leak.ts';
import { RowTracker } from './row-tracker.ts';

export type { Leak, LeakKind, LeakStep, LeakWatch } from './leak.ts';

/** What runs in an order have shown of rows, and of the world outside. Runs count from 1. */
export interface FollowedRuns {
  readonly leaks: readonly Leak[];
  readonly calls: CallLog;
}

/** Follows code that runs in this order. */
export function followRuns(sources: readonly string[], library: LibraryKnowledge): FollowedRuns {
  const tracker = new RowTracker(library);
  const interpreter = new Interpreter(library, tracker);
  for (const source of sources) interpreter.interpret(source);
  return { leaks: findLeaks(tracker.scores), calls: interpreter.calls };
}
