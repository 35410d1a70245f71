/** run-out-of-order (Julynter's c2): cells with runs in another order than on the page. */

import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const runOutOfOrder: Rule = {
  code: 'c2',
  name: 'run-out-of-order',
  severity: 'warning',
  phase: 'review',
  what: 'A cell ran before the cell above it',
  why: 'A run from the top takes another order, and may fail or give other results.',
  fix: null,
  check(facts) {
    const ran = facts.code.filter(({ executionCount }) => executionCount !== null);
    const early = ran.flatMap((cell, at) => {
      const above = ran[at - 1];
      if (above === undefined || cell.executionCount! >= above.executionCount!) return [];
      const order = `[${cell.executionCount}], before cell ${above.index} above it, [${above.executionCount}]`;
      return [{ cell, at: { from: 0, to: cell.source.length }, what: `ran as ${order}`, order }];
    });
    return oneNote(facts, runOutOfOrder, early, (places) => {
      const [{ order }] = places as [(typeof places)[number]];
      const more = places.length === 1 ? '' : ` (also ${cellsOf(places.slice(1))})`;
      return { message: `this cell ran as ${order}${more}; run the notebook again from the top` };
    }).map((finding) => ({ ...finding, at: null }));
  },
};
