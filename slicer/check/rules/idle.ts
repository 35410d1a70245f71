/** idle: cells without output and without a use of their results. */

import type { CodeCell, NotebookFacts } from '../facts.ts';
import { mentions } from '../mentioned.ts';
import type { Rule } from '../rule.ts';
import { hasUnseenEffects } from '../unseen-effects.ts';

export const idle: Rule = {
  code: 'idle',
  severity: 'info',
  phase: 'share',
  what: 'A cell shows nothing, and no cell uses its results',
  why: 'Without the cell the notebook shows the same.',
  fix: null,
  check: (facts) =>
    facts.code
      .filter((cell) => isIdle(facts, cell))
      .map((cell) => {
        const names = [...cell.binds].sort().slice(0, 4).join(', ');
        const made = names === '' ? 'what it does' : names;
        return {
          cell: cell.id,
          at: null,
          message: `this cell shows nothing, and no cell uses ${made}; delete it, if it is left over`,
        };
      }),
};

/** Whether a cell has no effect and shows nothing. */
export function isIdle(facts: NotebookFacts, cell: CodeCell): boolean {
  return (
    !cell.blank &&
    !cell.shows &&
    cell.changes.size === 0 &&
    !actsOnly(cell) &&
    // (`%run -i`, `exec` may use what they do not name)
    !facts.code.slice(cell.index).some(({ opaque }) => opaque) &&
    facts.readersOf(cell).length === 0 &&
    !mentions(facts.code.slice(cell.index), cell) &&
    !hasUnseenEffects(facts, cell)
  );
}

/** The statement drops the value of a call, or checks a condition: both have a purpose of their own. */
function actsOnly({ statements }: CodeCell): boolean {
  return statements.some(
    (statement) =>
      statement.type === 'assert' ||
      statement.type === 'raise' ||
      (statement.type === 'expression' && statement.value.type !== 'constant'),
  );
}
