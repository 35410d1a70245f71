/** leak-target: a feature is made of the label. */

import { leakFindings } from '../leak-findings.ts';
import type { Rule } from '../rule.ts';

export const leakTarget: Rule = {
  code: 'leak-target',
  severity: 'warning',
  phase: 'explore',
  what: 'A feature is made of the label',
  why: 'On new rows nobody knows the label, and so not the feature either.',
  fix: 'leaves the feature out where the features are chosen',
  check: (facts) => leakFindings(facts, 'target'),
};
