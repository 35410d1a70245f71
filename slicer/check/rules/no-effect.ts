/** no-effect: assignments into a temporary copy. */

import type { Range } from '../../static/syntax.ts';
import type { CodeCell } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { frameNames } from '../frame-names.ts';
import { lostAssignments } from '../lost-assignments.ts';
import { lostChanges } from '../lost-changes.ts';
import type { Rule } from '../rule.ts';

export const noEffect: Rule = {
  code: 'no-effect',
  severity: 'warning',
  phase: 'explore',
  what: 'An assignment to a selection of a selection, `df[df.a > 0]["b"] = 1`, or a change of a column in place',
  why: 'The assignment changes a copy, which vanishes at once; the frame stays as before.',
  fix: 'writes `df.loc[df.a > 0, "b"] = 1`, which changes the frame (and so all later code)',
  check: ({ code, surroundings }) => {
    const isOld = surroundings.stateOf({ package: 'pandas', since: '3.0', use: '' }).type === 'works';
    const frames = isOld ? new Set<string>() : frameNames(code);
    return code.flatMap((cell) => [
      ...lostAssignments(cell).map(({ at, frame, replacement }) => ({
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
      ...lostChanges(cell, frames).map(({ at, frame, remedy, replacement }) => ({
        cell: cell.id,
        at,
        message: `in pandas 3 this changes a copy of the column, not ${frame}; write ${remedy}`,
        fix: replacement === null ? null : changeFix(cell, at, frame, replacement),
      })),
    ]);
  },
};

function changeFix(cell: CodeCell, at: Range, frame: string, text: string): Fix {
  const source = cell.source.slice(0, at.from) + text + cell.source.slice(at.to);
  return { title: `change ${frame} itself`, edits: [{ cell: cell.id, source }] };
}
