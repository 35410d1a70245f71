/** Finds leaks among the models that were trained and judged. A file for each kind of leak finds its leaks. */
import type { Score } from './facts.ts';
import { fittedAgainLeaks } from './fitted-again.ts';
import type { Leak } from './leak.ts';
import { leftOutLeaks } from './left-out.ts';
import { multiTestLeaks } from './multi-test.ts';
import { overlapLeaks } from './overlap.ts';
import { siteKey } from './path-steps.ts';
import { preprocessingLeaks } from './preprocessing.ts';
import { learnedOfLabels, targetLeaks } from './target.ts';

/** All leaks, by kind: a cause is told once. `best`: the scores of which a loop keeps the best. */
export function findLeaks(scores: readonly Score[], best: ReadonlySet<Score>): Leak[] {
  // a mean of the label is learned from all rows too: that it tells the label is the worse half
  const told = new Set([...learnedOfLabels(scores)].map(({ site }) => siteKey(site)));
  const learned = preprocessingLeaks(scores).filter(({ site }) => !told.has(siteKey(site)));
  const known = new Set(learned.map(({ site }) => siteKey(site)));
  return [
    ...learned,
    ...leftOutLeaks(scores),
    ...fittedAgainLeaks(scores).filter(({ site }) => !known.has(siteKey(site))),
    ...overlapLeaks(scores),
    ...multiTestLeaks(scores, best),
    ...targetLeaks(scores),
  ];
}
