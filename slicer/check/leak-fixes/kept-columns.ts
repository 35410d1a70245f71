/**
 * Whether a selection from a frame keeps a column, as far as the text tells: `df.drop(columns='t')`,
 * `df[['a', 'b']]`.
 */

import type { Argument, Expression } from '../../static/syntax.ts';
import { type PageStatement, simpleStatement } from './page-statements.ts';

/** Columns by name; `all`: every column of a frame that stays a frame. */
export type Columns = readonly string[] | 'all';

/** The column names in an index; null: the text does not tell. */
export function columnNames(index: Expression, page: readonly PageStatement[]): readonly string[] | null {
  if (index.type === 'constant') {
    const name = /^(['"])(.*)\1$/.exec(index.text)?.[2];
    return name === undefined ? null : [name];
  }
  if (index.type === 'display') {
    const names = index.elements.map((each) => (each.type === 'constant' ? columnNames(each, page) : null));
    return names.some((each) => each === null) ? null : names.flatMap((each) => each!);
  }
  if (index.type !== 'name') return null;
  const bound = page.flatMap((each) => {
    const statement = simpleStatement(each);
    const binds =
      statement?.type === 'assign' && statement.targets.some((target) => isName(target, index.id));
    return binds ? [statement.value] : [];
  });
  return bound.length === 1 && bound[0]!.type === 'display' ? columnNames(bound[0]!, page) : null;
}

const isName = (expression: Expression, id: string): boolean =>
  expression.type === 'name' && expression.id === id;

/**
 * Whether an expression takes all of these columns from one of the frames, or none; null: neither, or the
 * text does not tell.
 */
export function takes(
  expression: Expression,
  frames: ReadonlySet<string>,
  columns: Columns,
  page: readonly PageStatement[],
): 'columns' | 'others' | null {
  if (expression.type === 'name') return frames.has(expression.id) ? 'columns' : null;
  const how = (names: readonly string[] | null, isTaken: boolean) => {
    if (names === null) return null;
    if (columns === 'all') return isTaken ? 'others' : 'columns';
    const named = columns.filter((column) => names.includes(column)).length;
    if (named > 0 && named < columns.length) return null;
    return named > 0 === isTaken ? 'columns' : 'others';
  };
  if (expression.type === 'subscript') {
    if (expression.index.length !== 1 || takes(expression.object, frames, columns, page) !== 'columns')
      return null;
    const [index] = expression.index as readonly [Expression];
    const found = how(columnNames(index, page), true);
    // a single column is no frame
    return found === 'columns' && index.type === 'constant' ? null : found;
  }
  if (expression.type === 'attribute') {
    if (takes(expression.object, frames, columns, page) !== 'columns' || columns === 'all') return null;
    return columns.includes(expression.attribute) ? null : 'others';
  }
  if (expression.type !== 'call' || expression.callee.type !== 'attribute') return null;
  const { object, attribute } = expression.callee;
  if (takes(object, frames, columns, page) !== 'columns') return null;
  if (attribute === 'copy') return 'columns';
  if (attribute !== 'drop') return null;
  const gone = droppedColumns(expression.arguments);
  return gone === null ? null : how(columnNames(gone, page), false);
}

/** The columns that `drop` leaves out; null if it drops rows. */
export function droppedColumns(given: readonly Argument[]): Expression | null {
  const named = (name: string) => given.find(({ keyword }) => keyword === name)?.value;
  const positional = given.filter(({ keyword }) => keyword === null).map(({ value }) => value);
  const axis = named('axis') ?? positional[1];
  const isColumns = axis?.type === 'constant' && /^(?:1|['"]columns['"])$/.test(axis.text);
  return named('columns') ?? (isColumns ? (named('labels') ?? positional[0] ?? null) : null);
}
