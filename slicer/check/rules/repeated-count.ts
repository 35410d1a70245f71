/** repeated-count (Julynter's h3): repeated execution counts. */

import type { CodeCell } from '../facts.ts';
import type { Rule } from '../rule.ts';

export const repeatedCount: Rule = {
  code: 'h3',
  name: 'repeated-count',
  severity: 'warning',
  phase: 'share',
  what: 'Two cells have the same execution count',
  why: 'They ran in different sessions, so their results may not fit together.',
  fix: null,
  check({ code }) {
    const first = new Map<number, CodeCell>();
    return code.flatMap((cell) => {
      const { id, executionCount } = cell;
      if (executionCount === null) return [];
      const other = first.get(executionCount);
      if (other === undefined) {
        first.set(executionCount, cell);
        return [];
      }
      const same = `this cell ran as [${executionCount}], as cell ${other.index} did`;
      return [{ cell: id, at: null, message: `${same}, in another session; run the notebook again` }];
    });
  },
};
