/** left-out-count (Julynter's h4): missing execution counts. */

import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const leftOutCount: Rule = {
  code: 'h4',
  name: 'left-out-count',
  severity: 'info',
  phase: 'share',
  what: 'Execution counts are left out before a cell',
  why: 'Deleted or changed cells have run, and may have left names behind.',
  fix: null,
  check(facts) {
    const ran = facts.code
      .filter(({ executionCount }) => executionCount !== null)
      .toSorted((a, b) => a.executionCount! - b.executionCount!);
    const gaps = ran.flatMap((cell, at) => {
      const missing = cell.executionCount! - (ran[at - 1]?.executionCount ?? 0) - 1;
      if (missing <= 0) return [];
      const what = `${missing === 1 ? 'one run' : `${missing} runs`} before [${cell.executionCount}]`;
      return [{ cell, at: { from: 0, to: cell.source.length }, missing, what }];
    });
    return oneNote(facts, leftOutCount, gaps, (places) => {
      const [{ what }] = places as [(typeof places)[number]];
      const rest = places.slice(1).reduce((sum, { missing }) => sum + missing, 0);
      const more = rest === 0 ? '' : `, and ${rest} more before ${cellsOf(places.slice(1))},`;
      return { message: `${what}${more} left no trace; run the notebook again from the top` };
    }).map((finding) => ({ ...finding, at: null }));
  },
};
