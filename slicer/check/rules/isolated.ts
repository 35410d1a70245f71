/** isolated: cells without a flow in or out. */

import { BUILTIN_NAMES } from '../../static/index.ts';
import type { Statement } from '../../static/syntax.ts';
import type { CodeCell, NotebookFacts } from '../facts.ts';
import { mentions, mentionsNamesOf } from '../mentioned.ts';
import type { Rule } from '../rule.ts';
import { hasUnseenEffects } from '../unseen-effects.ts';

export const isolated: Rule = {
  code: 'isolated',
  severity: 'info',
  phase: 'share',
  what: 'A cell uses nothing of other cells, and no cell uses anything of this cell',
  why: 'The cell is often left over from a trial; without it the notebook is shorter.',
  fix: null,
  check(facts) {
    const found = facts.code.filter((cell) => isIsolated(facts, cell));
    // a notebook of nothing but such cells is a collection of examples
    if (facts.code.length < 2 || (found.length > 2 && found.length > facts.code.length / 2)) return [];
    return found.map(({ id }) => ({
      cell: id,
      at: null,
      message: 'no other cell has to do with this one; delete it, if it is left over',
    }));
  },
};

/** Whether nothing flows into or out of a cell. */
export function isIsolated(facts: NotebookFacts, cell: CodeCell): boolean {
  return (
    !cell.blank &&
    !cell.statements.every((statement) => isRemark(statement)) &&
    facts.readersOf(cell).length === 0 &&
    facts.writersFor(cell).length === 0 &&
    !mentions(facts.code.slice(cell.index), cell) &&
    !mentionsNamesOf(cell, facts.code) &&
    // a name that no cell is seen to bind comes from somewhere all the same
    [...cell.reads].every((name) => BUILTIN_NAMES.has(name)) &&
    !readsResults(cell) &&
    !hasUnseenEffects(facts, cell)
  );
}

/** Whether a cell uses inputs and outputs of earlier runs: `_`, `_10`, `Out[3]`. */
function readsResults({ source, binds }: CodeCell): boolean {
  const names = source.match(/(?<![\w.])(?:_{1,3}|_i*\d+|_i{1,3}|In|Out)(?!\w)/g) ?? [];
  return names.some((name) => !binds.has(name));
}

/** A string as a statement of its own. */
function isRemark(statement: Statement): boolean {
  return statement.type === 'expression' && statement.value.type === 'constant';
}
