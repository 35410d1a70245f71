/** no-effect: assignments into a temporary copy. */

import { lostAssignments } from '../lost-assignments.ts';
import type { Rule } from '../rule.ts';

export const noEffect: Rule = {
  code: 'no-effect',
  severity: 'warning',
  phase: 'explore',
  what: 'An assignment to a selection of a selection: `df[df.a > 0]["b"] = 1`',
  why: 'The assignment changes a copy, which vanishes at once; the frame stays as before.',
  fix: 'writes `df.loc[df.a > 0, "b"] = 1`, which changes the frame (and so all later code)',
  check: ({ code }) =>
    code.flatMap((cell) =>
      lostAssignments(cell).map(({ at, frame, replacement }) => ({
        cell: cell.id,
        at,
        message: `this changes a copy, not ${frame}; write ${replacement} = …`,
        fix: {
          title: `assign through ${frame}.loc`,
          edits: [
            {
              cell: cell.id,
              source: cell.source.slice(0, at.from) + replacement + cell.source.slice(at.to),
            },
          ],
        },
      })),
    ),
};
