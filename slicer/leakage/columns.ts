/** Columns of frames by name: the selected columns, and the columns from which a value was made. It knows no rows. */
import type { Value } from '../static/index.ts';
import type { Columns, Facts, Shown } from './facts.ts';
import type { Site } from './rows.ts';

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

/** Stands for values of other rows, or of no column, among the columns of which a value was made. */
export const OTHER_ROWS = '';

/** The facts of a frame after a selection of columns. `result`: one column, or a frame. */
export function columnsOf(facts: Facts, names: readonly string[], result: Value, site: Site): Facts {
  const made = facts.made.filter(({ column }) => names.includes(column));
  const isFrame = result.some(({ kind }) => kind === 'pandas.DataFrame');
  if (!isFrame) return { ...facts, of: names, columns: undefined };
  return { ...facts, of: names, made, columns: { only: names, gone: [], site } };
}

/** The columns that are left after some were dropped. `names` is null: the text does not show them. */
export function leftColumns(
  columns: Facts['columns'],
  names: readonly string[] | null,
  site: Site,
): Facts['columns'] {
  if (columns == null) return columns;
  if (names === null) return null;
  const only = columns.only?.filter((name) => !names.includes(name)) ?? null;
  return { only, gone: [...columns.gone, ...names], site };
}

const hasColumn = ({ only, gone }: Columns, name: string): boolean =>
  only === null ? !gone.includes(name) : only.includes(name);

/** The label among features of the same rows, or all columns of the same rows that it is made of. */
export function shownLabel(features: Facts, labels: Facts): Shown | null {
  const { columns } = features;
  const [label, ...others] = labels.of;
  if (columns == null || label === undefined || label === OTHER_ROWS || others.length > 0) return null;
  const source = labels.rows[0]?.way()[0];
  if (source === undefined || !features.rows.some((rows) => rows.way()[0] === source)) return null;
  const isStored = (name: string) => labels.made.some(({ column }) => column === name);
  const isIn = (name: string) =>
    hasColumn(columns, name) && (!isStored(name) || features.made.some(({ column }) => column === name));
  if (isIn(label)) return { label, by: [label], site: columns.site };
  const made = labels.made.find(({ column, from }) => {
    return column === label && from.length > 0 && !from.includes(label) && from.every(isIn);
  });
  return made === undefined ? null : { label, by: made.from, site: columns.site };
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
