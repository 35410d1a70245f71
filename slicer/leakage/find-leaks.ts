/** Finds leaks among the models that were trained and judged. A file for each kind of leak finds its leaks. */
import type { Score } from './facts.ts';
import type { Leak } from './leak.ts';
import { multiTestLeaks } from './multi-test.ts';
import { overlapLeaks } from './overlap.ts';
import { preprocessingLeaks } from './preprocessing.ts';
import { targetLeaks } from './target.ts';

/** All leaks, by kind. */
export function findLeaks(scores: readonly Score[]): Leak[] {
  return [
    ...preprocessingLeaks(scores),
    ...overlapLeaks(scores),
    ...multiTestLeaks(scores),
    ...targetLeaks(scores),
  ];
}
