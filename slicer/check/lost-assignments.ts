/**
 * Assignments to a selection of rows, then of a column: pandas assigns to a copy. Only selections by a
 * condition count, because a dictionary or array with the same syntax has none.
 */

import type { Expression, Range } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';

/** A target without effect, and a replacement with effect. */
export interface LostAssignment {
  readonly at: Range;
  readonly frame: string;
  readonly replacement: string;
}

const COMPARES = /[<>]|[!=]=|^\s*~/;
/** Methods that answer for each row. */
export const ASKS =
  /^(?:isin|isna|isnull|notna|notnull|between|duplicated|eq|ne|gt|lt|ge|le|contains|startswith|endswith|match)$/;

/** The ineffective targets of a cell, in order of its text. */
export function lostAssignments({ statements, source }: CodeCell): LostAssignment[] {
  const text = ({ from, to }: Range) => source.slice(from, to);
  return statements.flatMap((statement): LostAssignment[] => {
    const targets =
      statement.type === 'assign' ? statement.targets : statement.type === 'update' ? [statement.target] : [];
    return targets.flatMap((target) => {
      if (target.type !== 'subscript' || target.index.length !== 1) return [];
      const [column] = target.index as readonly [Expression];
      const inner = target.object;
      if (!isColumn(column) || inner.type !== 'subscript' || inner.index.length !== 1) return [];
      const [rows] = inner.index as readonly [Expression];
      // `df[mask]` and `df.loc[mask]` alike
      const byLoc = inner.object.type === 'attribute' && inner.object.attribute === 'loc';
      const frame = text(byLoc && inner.object.type === 'attribute' ? inner.object.object : inner.object);
      if (!isCondition(rows, text(rows))) return [];
      return [
        {
          at: { from: target.from, to: target.to },
          frame,
          replacement: `${frame}.loc[${text(rows)}, ${text(column)}]`,
        },
      ];
    });
  });
}

/** Whether an expression is a comparison, a negation, or a method that answers for each row. */
export function isCondition(rows: Expression, text: string): boolean {
  if (rows.type === 'operation') return COMPARES.test(text);
  return rows.type === 'call' && rows.callee.type === 'attribute' && ASKS.test(rows.callee.attribute);
}

/** A name of a column, or a list of names. */
function isColumn(index: Expression): boolean {
  if (index.type === 'display') return index.elements.length > 0 && index.elements.every(isColumn);
  return index.type === 'constant' && /^[A-Za-z]{0,2}['"]/.test(index.text);
}
