/** leak-preprocessing: a scaler, imputer, selection or other step learned from rows of the test before the split. */

import { leakFindings } from '../leak-findings.ts';
import type { Rule } from '../rule.ts';

export const leakPreprocessing: Rule = {
  code: 'leak-preprocessing',
  severity: 'warning',
  phase: 'explore',
  what: 'A scaler, imputer, selection or other step learned from rows of the test before the split',
  why: 'The score is better than on new data.',
  fix: 'divides the data first, or the numbers of their rows, and learns from the training rows only; before folds, puts the step into a `Pipeline`. The scores change',
  check: (facts) => leakFindings(facts, 'preprocessing'),
};
