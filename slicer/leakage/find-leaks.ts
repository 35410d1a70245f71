/** Finds leaks among the models that were trained and judged. Each kind has its own file; this one asks them in turn. */
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
