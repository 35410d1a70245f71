/** leak-multi-test: test rows steer a choice, and are used to report afterwards. */

import { leakFindings } from '../leak-findings.ts';
import type { Rule } from '../rule.ts';

export const leakMultiTest: Rule = {
  code: 'leak-multi-test',
  severity: 'warning',
  phase: 'explore',
  what: 'Test rows steer a choice, and afterwards report on the choice',
  why: 'The choice fits these very rows, so their score is too good.',
  fix: 'takes validation rows from the training rows for the choice, so only the last test is on test rows',
  check: (facts) => leakFindings(facts, 'multi-test'),
};
