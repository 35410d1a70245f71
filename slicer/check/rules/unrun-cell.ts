/** unrun-cell (Julynter's c1): an unrun cell among executed cells. */

import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

/** Lines that install packages, which a kernel may have already. */
const INSTALLS = /^\s*(?:(?:[!%]\s*(?:pip|conda|mamba|apt|apt-get|uv)\b.*|#.*)?(?:\n|$)\s*)+$/;

export const unrunCell: Rule = {
  code: 'c1',
  name: 'unrun-cell',
  severity: 'warning',
  phase: 'review',
  what: 'A cell has not run, though cells below have',
  why: 'A run from the top includes the cell, and may fail there or give other results.',
  fix: null,
  check(facts) {
    const { code } = facts;
    const last = code.findLastIndex(({ executionCount }) => executionCount !== null);
    const unrun = code
      .slice(0, Math.max(0, last))
      // (one with outputs has run, but not in this session: h1)
      .filter((cell) => cell.executionCount === null && !cell.blank && cell.outputs.length === 0)
      .filter(({ source }) => !INSTALLS.test(source))
      .map((cell) => ({ cell, at: { from: 0, to: cell.source.length }, what: 'has not run either' }));
    return oneNote(facts, unrunCell, unrun, (places) => {
      const which = places.length === 1 ? 'this cell has' : `${cellsOf(places)} have`;
      const them = places.length === 1 ? 'it' : 'them';
      return { message: `${which} not run, but cells below ${them} have; run ${them}, or delete ${them}` };
    }).map((finding) => ({ ...finding, at: null }));
  },
};
