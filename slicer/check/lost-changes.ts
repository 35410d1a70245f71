/**
 * Changes of a column that pandas 3 makes in a copy: `df['a'].fillna(0, inplace=True)`, `df['a'][0] = 1`. Only
 * names of frames count, because dictionaries have the same syntax.
 */

import type { CallExpression, Expression, Range } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';

/** A change without effect. `replacement`: the whole statement with an effect; null: none is sure. */
export interface LostChange {
  readonly at: Range;
  readonly frame: string;
  readonly remedy: string;
  readonly replacement: string | null;
}

const IN_PLACE =
  /^(?:fillna|replace|dropna|drop_duplicates|sort_values|sort_index|clip|interpolate|ffill|bfill|mask|where|rename|reset_index|drop|astype|update)$/;

/** The lost changes of a cell, in order of its text. */
export function lostChanges({ statements, source }: CodeCell, frames: ReadonlySet<string>): LostChange[] {
  const text = ({ from, to }: Range) => source.slice(from, to);
  return statements.flatMap((statement): LostChange[] => {
    if (statement.type === 'expression' && statement.value.type === 'call') {
      const found = inPlaceOfColumn(statement.value, frames, text);
      return found === null ? [] : [{ ...found, at: { from: statement.from, to: statement.to } }];
    }
    if (statement.type !== 'assign' && statement.type !== 'update') return [];
    const targets = statement.type === 'assign' ? statement.targets : [statement.target];
    return targets.flatMap((target): LostChange[] => {
      const found = partOfColumn(target, frames);
      if (found === null) return [];
      const { frame, column, rows, by } = found;
      const replacement = `${frame}.${by}[${text(rows)}, ${column}]`;
      const at = { from: target.from, to: target.to };
      return [{ at, frame, remedy: `${replacement} = …`, replacement: by === 'loc' ? replacement : null }];
    });
  });
}

function inPlaceOfColumn(
  { callee, arguments: given }: CallExpression,
  frames: ReadonlySet<string>,
  text: (range: Range) => string,
): Omit<LostChange, 'at'> | null {
  if (callee.type !== 'attribute' || !IN_PLACE.test(callee.attribute)) return null;
  const column = columnOf(callee.object, frames);
  const isInPlace = given.some(
    ({ keyword, value }) => keyword === 'inplace' && value.type === 'constant' && value.truth === true,
  );
  if (column === null || !isInPlace) return null;
  const rest = given
    .filter(({ keyword }) => keyword !== 'inplace')
    .map(({ keyword, star, value }) =>
      keyword === null ? (star ? null : text(value)) : `${keyword}=${text(value)}`,
    );
  const target = `${column.frame}[${column.column}]`;
  if (rest.includes(null))
    return { frame: column.frame, remedy: `${target} = ….${callee.attribute}(…)`, replacement: null };
  const replacement = `${target} = ${text(callee.object)}.${callee.attribute}(${rest.join(', ')})`;
  return { frame: column.frame, remedy: replacement, replacement };
}

/** `df['a']` or `df.a` of a frame. */
function columnOf(
  node: Expression,
  frames: ReadonlySet<string>,
): { readonly frame: string; readonly column: string } | null {
  if (node.type === 'subscript' && node.object.type === 'name' && frames.has(node.object.id)) {
    const [index] = node.index;
    if (node.index.length === 1 && index?.type === 'constant' && /^[A-Za-z]{0,2}['"]/.test(index.text))
      return { frame: node.object.id, column: index.text };
  }
  if (node.type === 'attribute' && node.object.type === 'name' && frames.has(node.object.id)) {
    if (/^(?:index|columns|values|str|dt|T|loc|iloc|at|iat|plot)$/.test(node.attribute)) return null;
    return { frame: node.object.id, column: `'${node.attribute}'` };
  }
  return null;
}

/** `df['a'][rows]`, `df['a'].loc[rows]`, `df['a'].iloc[rows]`. */
function partOfColumn(
  target: Expression,
  frames: ReadonlySet<string>,
): {
  readonly frame: string;
  readonly column: string;
  readonly rows: Expression;
  readonly by: 'loc' | 'iloc';
} | null {
  if (target.type !== 'subscript' || target.index.length !== 1) return null;
  const [rows] = target.index as readonly [Expression];
  let { object } = target;
  let by: 'loc' | 'iloc' = 'loc';
  if (object.type === 'attribute' && /^i?loc$|^i?at$/.test(object.attribute)) {
    by = object.attribute.startsWith('i') ? 'iloc' : 'loc';
    ({ object } = object);
  }
  if (object.type !== 'subscript') return null;
  const column = columnOf(object, frames);
  return column === null ? null : { ...column, rows, by };
}
