/** The door of leakage: which leaks the cells of a notebook have when they run in an order. */
import { Interpreter, type LibraryKnowledge } from '../static/index.ts';
import { findLeaks } from './find-leaks.ts';
import type { Leak } from './leak.ts';
import { RowTracker } from './row-tracker.ts';

export type { Leak, LeakKind, LeakStep, LeakWatch } from './leak.ts';

/** Leaks in code that runs in this order; sites count runs from 1. */
export function leaksIn(sources: readonly string[], library: LibraryKnowledge): Leak[] {
  const tracker = new RowTracker(library);
  const interpreter = new Interpreter(library, tracker);
  for (const source of sources) interpreter.interpret(source);
  return findLeaks(tracker.scores);
}
