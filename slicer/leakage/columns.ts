/** Columns of frames by name: the selected columns, and the columns from which a value was made. It knows no rows. */
import type { Value } from '../static/index.ts';
import type { Facts } from './facts.ts';

/** The names in an index or argument: a string, or a list of strings; null: unknown. */
export function namesIn(value: Value): readonly string[] | null {
  const names: string[] = [];
  for (const { constant, meaning, fields } of value) {
    if (typeof constant === 'string') names.push(constant);
    else if (meaning.type !== 'instance' || fields.size === 0) return null;
    else {
      for (const held of fields.values()) {
        for (const each of held) {
          if (typeof each.constant !== 'string') return null;
          names.push(each.constant);
        }
      }
    }
  }
  return names.length === 0 ? null : names;
}

/** The facts of a frame after a selection of columns. `result`: one column, or a frame. */
export function columnsOf(facts: Facts, names: readonly string[], result: Value): Facts {
  const made = facts.made.filter(({ column }) => names.includes(column));
  const isFrame = result.some(({ kind }) => kind === 'pandas.DataFrame');
  return { ...facts, of: names, made: isFrame ? made : facts.made };
}

/** All columns from which some columns were made, directly or through other columns. */
export function sourcesOf(columns: readonly string[], made: Facts['made']): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...columns];
  for (let column = pending.pop(); column !== undefined; column = pending.pop()) {
    for (const { column: other, from } of made) {
      if (other !== column) continue;
      for (const each of from) {
        if (found.has(each) || each === column) continue;
        found.add(each);
        pending.push(each);
      }
    }
  }
  return found;
}
