/** results-of-another-session (Julynter's h1): results of another session. */

import type { Rule } from '../rule.ts';

const MESSAGE = 'this cell shows results of another session than the rest; run it again';

export const resultsOfAnotherSession: Rule = {
  code: 'h1',
  name: 'results-of-another-session',
  severity: 'warning',
  phase: 'review',
  what: 'A cell shows results, but did not run in the session of the others',
  why: 'The results may not fit the rest, and may not come out again.',
  fix: null,
  check({ code, hasRun, log }) {
    // a notebook whose counts were all cleared tells nothing of sessions
    if (!hasRun) return [];
    const restarts = log?.at(-1)?.restarts;
    const isOld = (id: string) => log?.findLast(({ cell }) => cell === id)?.restarts !== restarts;
    return code
      .filter(({ id, executionCount, outputs }) =>
        log === null ? executionCount === null && outputs.length > 0 : executionCount !== null && isOld(id),
      )
      .map(({ id }) => ({ cell: id, at: null, message: MESSAGE }));
  },
};
