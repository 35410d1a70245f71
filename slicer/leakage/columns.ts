/** Columns of frames by their names: which are taken, and of which columns a value was made. It knows no rows. */
import type { Value } from '../static/index.ts';
import type { Facts } from './facts.ts';

/** The names that an index or argument gives: a string, or a list of strings; null: they are not known. */
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

/** What is known of a frame after some of its columns are taken. `result`: one column, or a frame of them. */
export function columnsOf(facts: Facts, names: readonly string[], result: Value): Facts {
  const made = facts.made.filter(({ column }) => names.includes(column));
  const isFrame = result.some(({ kind }) => kind === 'pandas.DataFrame');
  return { ...facts, of: names, made: isFrame ? made : facts.made };
}

/** All columns that went into some, through columns that were made of others. */
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
