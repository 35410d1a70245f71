/** unrun-cell (Julynter's c1): an unrun cell among executed cells. */

import type { Rule } from '../rule.ts';

export const unrunCell: Rule = {
  code: 'c1',
  name: 'unrun-cell',
  severity: 'warning',
  phase: 'share',
  what: 'A cell has not run, though cells below have',
  why: 'A run from the top includes the cell, and may fail there or give other results.',
  fix: null,
  check({ code }) {
    const last = code.findLastIndex(({ executionCount }) => executionCount !== null);
    return (
      code
        .slice(0, Math.max(0, last))
        // (one with outputs has run, but not in this session: h1)
        .filter((cell) => cell.executionCount === null && !cell.blank && cell.outputs.length === 0)
        .map(({ id }) => ({
          cell: id,
          at: null,
          message: 'this cell has not run, but cells below it have; run it, or delete it',
        }))
    );
  },
};
