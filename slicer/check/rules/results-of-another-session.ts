/** results-of-another-session (Julynter's h1): results of another session. */

import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const resultsOfAnotherSession: Rule = {
  code: 'h1',
  name: 'results-of-another-session',
  severity: 'warning',
  phase: 'review',
  what: 'A cell shows results, but did not run in the session of the others',
  why: 'The results may not fit the rest, and may not come out again.',
  fix: null,
  check(facts) {
    const { code, hasRun, log } = facts;
    // a notebook whose counts were all cleared tells nothing of sessions
    if (!hasRun) return [];
    const restarts = log?.at(-1)?.restarts;
    const isOld = (id: string) => log?.findLast(({ cell }) => cell === id)?.restarts !== restarts;
    const old = code
      .filter(({ id, executionCount, outputs }) =>
        log === null ? executionCount === null && outputs.length > 0 : executionCount !== null && isOld(id),
      )
      .map((cell) => ({ cell, at: { from: 0, to: cell.source.length }, what: 'is of another session too' }));
    return oneNote(facts, resultsOfAnotherSession, old, (places) => {
      const [which, them] =
        places.length === 1 ? ['this cell shows', 'it'] : [`${cellsOf(places)} show`, 'them'];
      return { message: `${which} results of another session than the rest; run ${them} again` };
    }).map((finding) => ({ ...finding, at: null }));
  },
};
