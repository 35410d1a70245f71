/** isolated: cells that nothing leads to or from. */

import type { Rule } from '../rule.ts';
import { hasUnseenEffects } from '../unseen-effects.ts';

export const isolated: Rule = {
  code: 'isolated',
  severity: 'info',
  phase: 'share',
  what: 'A cell uses nothing of other cells, and none uses anything of it',
  why: 'It is often left over from a trial; without it the notebook is shorter.',
  fix: null,
  check: (facts) =>
    facts.code
      .filter(
        (cell) =>
          facts.code.length > 1 &&
          !cell.blank &&
          !hasUnseenEffects(cell) &&
          facts.readersOf(cell).length === 0 &&
          facts.writersFor(cell).length === 0,
      )
      .map(({ id }) => ({
        cell: id,
        at: null,
        message: 'no other cell has to do with this one; delete it, if it is left over',
      })),
};
