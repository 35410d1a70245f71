/** no-effect: assignments into a temporary copy. */

import type { Range } from '../../static/syntax.ts';
import type { CodeCell } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { frameNames } from '../frame-names.ts';
import { lostAssignments } from '../lost-assignments.ts';
import { lostChanges } from '../lost-changes.ts';
import { lostCopies } from '../lost-copies.ts';
import type { Rule } from '../rule.ts';

export const noEffect: Rule = {
  code: 'no-effect',
  severity: 'warning',
  phase: 'explore',
  what: 'An assignment to a selection of a selection, `df[df.a > 0]["b"] = 1`, to a copy of rows that nothing reads, or a change of a column in place',
  why: 'The assignment changes a copy, which vanishes at once; the frame stays as before.',
  fix: 'writes `df.loc[df.a > 0, "b"] = 1`, which changes the frame (and so all later code)',
  check: ({ code, surroundings }) => {
    const isOld = surroundings.stateOf({ package: 'pandas', since: '3.0', use: '' }).type === 'works';
    const known = frameNames(code);
    const frames = isOld ? new Set<string>() : known;
    const copies = lostCopies(code, known);
    return code.flatMap((cell) => [
      ...copies
        .filter((copy) => copy.cell === cell)
        .map(({ at, name, of, remedy }) => ({
          cell: cell.id,
          at,
          message: `${name} is a copy of rows of ${of}, and nothing reads ${name} afterwards: ${of} stays as before; write ${remedy}`,
          fix: null,
        })),
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
