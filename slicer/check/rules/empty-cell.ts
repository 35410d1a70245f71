/** empty-cell (Julynter's c3): empty cells between others. */

import type { CheckedCell } from '../facts.ts';
import type { Rule } from '../rule.ts';

export const emptyCell: Rule = {
  code: 'c3',
  name: 'empty-cell',
  severity: 'info',
  phase: 'share',
  what: 'A cell is empty, and others follow',
  why: 'The cell takes space, and readers wonder about a missing part.',
  fix: 'deletes the cell',
  check({ cells, fileName }) {
    if (fileName === null) return [];
    const isEmpty = ({ source, isForeign }: CheckedCell) => source.trim() === '' && isForeign !== true;
    const last = cells.findLastIndex((cell) => !isEmpty(cell));
    return cells
      .slice(0, Math.max(0, last))
      .filter((cell) => isEmpty(cell) && cell.outputs.length === 0)
      .map(({ id, type }) => ({
        cell: id,
        at: null,
        message: `this ${type === 'code' ? '' : 'text '}cell is empty; delete it`,
        fix: { title: 'delete the empty cell', edits: [{ cell: id, source: null }] },
      }));
  },
};
