/** leak-overlap: the same rows, or copies of them, are trained on and tested on. */

import { leakFindings } from '../leak-findings.ts';
import type { Rule } from '../rule.ts';

export const leakOverlap: Rule = {
  code: 'leak-overlap',
  severity: 'warning',
  phase: 'explore',
  what: 'Training and test share rows, or copies of rows',
  why: 'The model answers questions with known answers, and the score says nothing about new data.',
  fix: 'divides first, and resamples or trains on the training rows only. The scores change',
  check: (facts) => leakFindings(facts, 'overlap'),
};
