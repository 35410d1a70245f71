/** repeated-count (Julynter's h3): repeated execution counts. */

import type { CodeCell } from '../facts.ts';
import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const repeatedCount: Rule = {
  code: 'h3',
  name: 'repeated-count',
  severity: 'warning',
  phase: 'review',
  what: 'Two cells have the same execution count',
  why: 'They ran in different sessions, so their results may not fit together.',
  fix: null,
  check(facts) {
    const first = new Map<number, CodeCell>();
    const again = facts.code.flatMap((cell) => {
      const { executionCount, blank } = cell;
      if (executionCount === null || blank) return [];
      const other = first.get(executionCount);
      if (other === undefined) {
        first.set(executionCount, cell);
        return [];
      }
      const same = `ran as [${executionCount}], as cell ${other.index} did`;
      return [{ cell, at: { from: 0, to: cell.source.length }, what: same }];
    });
    return oneNote(facts, repeatedCount, again, (places) => {
      const [{ what }] = places as [(typeof places)[number]];
      const more = places.length === 1 ? '' : ` (also ${cellsOf(places.slice(1))})`;
      return { message: `this cell ${what}, in another session${more}; run the notebook again` };
    }).map((finding) => ({ ...finding, at: null }));
  },
};
