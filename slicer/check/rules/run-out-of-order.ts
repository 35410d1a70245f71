/** run-out-of-order (Julynter's c2): cells with runs in another order than on the page. */

import type { Rule } from '../rule.ts';

export const runOutOfOrder: Rule = {
  code: 'c2',
  name: 'run-out-of-order',
  severity: 'warning',
  phase: 'share',
  what: 'A cell ran before the cell above it',
  why: 'A run from the top takes another order, and may fail or give other results.',
  fix: null,
  check({ code }) {
    const ran = code.filter(({ executionCount }) => executionCount !== null);
    return ran.flatMap((cell, at) => {
      const above = ran[at - 1];
      if (above === undefined || cell.executionCount! >= above.executionCount!) return [];
      const order = `[${cell.executionCount}], before cell ${above.index} above it, [${above.executionCount}]`;
      const message = `this cell ran as ${order}; run the notebook again from the top`;
      return [{ cell: cell.id, at: null, message }];
    });
  },
};
