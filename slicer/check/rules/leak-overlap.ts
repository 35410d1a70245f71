/** leak-overlap: the same rows, or copies of them, are trained on and tested on. */

import { leakFindings } from '../leak-findings.ts';
import type { Rule } from '../rule.ts';

export const leakOverlap: Rule = {
  code: 'leak-overlap',
  severity: 'warning',
  phase: 'explore',
  what: 'The same rows, or copies of them, are trained on and tested on',
  why: 'The model is asked what it has seen before, and the score says nothing of new data.',
  fix: 'divides first, and resamples or trains on the training rows only (so that the scores are others)',
  check: (facts) => leakFindings(facts, 'overlap'),
};
