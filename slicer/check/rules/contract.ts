/** contract: queries of the project that must give no rows. They run where there is a database. */

import type { Rule } from '../rule.ts';

export const contract: Rule = {
  code: 'contract',
  severity: 'warning',
  phase: 'explore',
  what: 'A contract of the project or the notebook is broken: its query gives rows',
  why: 'The project or the notebook forbids these rows.',
  fix: null,
  check: (facts) => facts.contracts?.(facts) ?? [],
};
