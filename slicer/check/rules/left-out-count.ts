/** left-out-count (Julynter's h4): missing execution counts. */

import type { Rule } from '../rule.ts';

export const leftOutCount: Rule = {
  code: 'h4',
  name: 'left-out-count',
  severity: 'info',
  phase: 'share',
  what: 'Execution counts are left out before a cell',
  why: 'Deleted or changed cells have run, and may have left names behind.',
  fix: null,
  check({ code }) {
    const ran = code
      .filter(({ executionCount }) => executionCount !== null)
      .toSorted((a, b) => a.executionCount! - b.executionCount!);
    return ran.flatMap(({ id, executionCount }, at) => {
      const before = ran[at - 1]?.executionCount ?? 0;
      const missing = executionCount! - before - 1;
      if (missing <= 0) return [];
      const runs = missing === 1 ? 'one run' : `${missing} runs`;
      const message = `${runs} before [${executionCount}] left no trace; run the notebook again from the top`;
      return [{ cell: id, at: null, message }];
    });
  },
};
