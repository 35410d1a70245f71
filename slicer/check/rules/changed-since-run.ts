/** changed-since-run (Julynter's h2): cells changed since their run. */

import { meaningOf } from '../../static/index.ts';
import type { Rule } from '../rule.ts';

export const changedSinceRun: Rule = {
  code: 'h2',
  name: 'changed-since-run',
  severity: 'warning',
  phase: 'review',
  what: 'A cell has changed since its run (from the log of its session)',
  why: 'The output is not the output of the text.',
  fix: null,
  check({ code, log }) {
    if (log === null) return [];
    return code.flatMap(({ id, source }) => {
      const ran = log.findLast(({ cell }) => cell === id);
      if (ran === undefined || meaningOf(ran.source) === meaningOf(source)) return [];
      const message = 'this cell has changed since it ran; run it again';
      return [{ cell: id, at: null, message }];
    });
  },
};
