/** The dotted path of what an expression names, through imports. It follows no values. */

import type { Expression } from '../static/syntax.ts';

/**
 * `pd.read_csv` with `pd` imported is `pandas.read_csv`; a method of anything else is `.read_csv`, whatever it is of; a bare name
 * that no import binds is itself. Null: there is no name at the end.
 */
export function dottedPath(expression: Expression, imports: ReadonlyMap<string, string>): string | null {
  if (expression.type === 'name') return imports.get(expression.id) ?? expression.id;
  if (expression.type !== 'attribute') return null;
  const object = moduleOf(expression.object, imports);
  return object === null ? `.${expression.attribute}` : `${object}.${expression.attribute}`;
}

/** The path of a name that imports bind, and of what is in it. */
function moduleOf(expression: Expression, imports: ReadonlyMap<string, string>): string | null {
  if (expression.type === 'name') return imports.get(expression.id) ?? null;
  if (expression.type !== 'attribute') return null;
  const object = moduleOf(expression.object, imports);
  return object === null ? null : `${object}.${expression.attribute}`;
}
