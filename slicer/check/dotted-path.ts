/** The dotted path of an expression, through imports. It follows no values. */

import type { Expression } from '../static/syntax.ts';

/**
 * With `pd` imported, `pd.read_csv` is `pandas.read_csv`. A method of an unknown object is `.read_csv`; an
 * unimported name is itself. Null: the expression does not end with a name.
 */
export function dottedPath(expression: Expression, imports: ReadonlyMap<string, string>): string | null {
  if (expression.type === 'name') return imports.get(expression.id) ?? expression.id;
  if (expression.type !== 'attribute') return null;
  const object = moduleOf(expression.object, imports);
  return object === null ? `.${expression.attribute}` : `${object}.${expression.attribute}`;
}

/** The path of an imported name, or of a member of it. */
function moduleOf(expression: Expression, imports: ReadonlyMap<string, string>): string | null {
  if (expression.type === 'name') return imports.get(expression.id) ?? null;
  if (expression.type !== 'attribute') return null;
  const object = moduleOf(expression.object, imports);
  return object === null ? null : `${object}.${expression.attribute}`;
}
