/** Columns of frames by name: the selected columns, and the columns from which a value was made. It knows no rows. */
import type { Value } from '../static/index.ts';
import type { Columns, Facts, Made, Neighbours, Numbers, Shift, Shown } from './facts.ts';
import type { Learned, Site } from './rows.ts';

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

/** Stands for the name of a column that the text does not show. */
export const UNNAMED = '';

/** The facts of a frame after a selection of columns. `result`: one column, or a frame. */
export function columnsOf(facts: Facts, names: readonly string[], result: Value, site: Site): Facts {
  const kept = keptColumns(facts, (column) => names.includes(column));
  const isFrame = result.some(({ kind }) => kind === 'pandas.DataFrame');
  const means = meansOf(facts, names);
  if (!isFrame) return { ...facts, learned: kept.learned, of: names, means, columns: undefined };
  return { ...kept, of: names, means, columns: { only: names, gone: [], site } };
}

/** The means of groups in some columns. A frame of single rows has means as columns that were made. */
function meansOf({ means, rows }: Facts, names: readonly string[]): Facts['means'] {
  if (means.length === 0 || rows.some(({ isGrouped }) => !isGrouped)) return [];
  const chosen = means.filter(({ name }) => name !== null && names.includes(name));
  if (chosen.length > 0) return chosen;
  return means.flatMap((mean) =>
    mean.column === null ? names.map((name) => ({ ...mean, column: name, name })) : [mean],
  );
}

/** The facts of a frame without some columns: what was learned only for these is gone with them. */
export function keptColumns(facts: Facts, isKept: (column: string) => boolean): Facts {
  const [made, left]: [Made[], Made[]] = [[], []];
  for (const each of facts.made) (isKept(each.column) ? made : left).push(each);
  // a column of another name now may be among the kept ones
  const isGone = (learned: Learned) =>
    left.some((each) => each.named && each.learned.includes(learned)) &&
    ![...made, ...left.filter(({ named }) => !named)].some((each) => each.learned.includes(learned));
  return { ...facts, made, learned: facts.learned.filter((each) => !isGone(each)) };
}

/** The columns that a function of rows takes from each: `lambda r: r['a'] + r.b`; null: the text does not show them. */
export function columnsOfRow(text: string): readonly string[] | null {
  const [, row, body] = /lambda\s+(\w+)\s*:(.*)/s.exec(text) ?? [];
  if (row === undefined || body === undefined) return null;
  const uses = [...body.matchAll(new RegExp(`\\b${row}\\b(?:\\[(['"])(.*?)\\1\\]|\\.(\\w+))?`, 'g'))];
  const names = uses.map(([, , item, attribute]) => item ?? attribute);
  return names.length > 0 && names.every((name) => name !== undefined) ? names : null;
}

/** What was learned for a column of a frame with these facts, by learning for it or for columns that it is made of. */
export function learnedForColumn(value: Facts, frame: Facts): readonly Learned[] {
  const isForColumns = (learned: Learned) => frame.made.some((made) => made.learned.includes(learned));
  return value.learned.filter((each) => !frame.learned.includes(each) || isForColumns(each));
}

/** The facts of a frame whose columns may have other names now. */
export function renamedColumns(facts: Facts): Facts {
  if (!facts.made.some(({ named, learned }) => named && learned.length > 0)) return facts;
  return { ...facts, made: facts.made.map((made) => ({ ...made, named: false })) };
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

const hasColumn = ({ only, gone, numbers }: Columns, name: string): boolean =>
  numbers === undefined && (only === null ? !gone.includes(name) : only.includes(name));

/** Whether a column is among others, all by their numbers in the same frame. */
function hasNumber(among: Numbers, one: Numbers): boolean {
  const { from, before } = among;
  if (among.of !== one.of) return false;
  // the last columns are not counted from the start
  if (from >= 0 && one.from < 0) return before === null || (before < 0 && one.from < before);
  if (from < 0 !== one.from < 0) return false;
  return one.from >= from && (before === null || (before < 0 === one.from < 0 && one.from < before));
}

/** The label among features of the same rows, or all columns of the same rows that it is made of. */
export function shownLabel(features: Facts, labels: Facts): Shown | null {
  const { columns } = features;
  const [among, one] = [columns?.numbers, labels.columns?.numbers];
  if (among !== undefined && one !== undefined && one.before === one.from + 1 && hasNumber(among, one))
    return { label: `in column ${one.from}`, by: [`in column ${one.from}`], site: columns!.site };
  const [label, ...others] = labels.of;
  // (values of this row alone do not tell the next one)
  if (labels.shifted.length > 0) return null;
  if (columns == null || label === undefined || label === OTHER_ROWS || others.length > 0) return null;
  const source = labels.rows[0]?.way()[0];
  if (source === undefined || !features.rows.some((rows) => rows.way()[0] === source)) return null;
  const isStored = (name: string) => labels.made.some(({ column }) => column === name);
  const isIn = (name: string) =>
    hasColumn(columns, name) && (!isStored(name) || features.made.some(({ column }) => column === name));
  if (isIn(label)) return { label, by: [label], site: columns.site };
  const named = ({ direct }: Made) => direct.filter((each) => each !== OTHER_ROWS);
  const made = labels.made.find((each) => {
    const names = named(each);
    if (each.shifted.length > 0) return false;
    return each.column === label && names.length > 0 && !names.includes(label) && names.every(isIn);
  });
  return made === undefined ? null : { label, by: named(made), site: columns.site };
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

/** The values in other rows that a label holds: by itself, or as a stored column. */
const shiftsOf = ({ shifted, made, of }: Facts): readonly Shift[] => [
  ...shifted,
  ...made.flatMap((each) => (of.includes(each.column) ? each.shifted : [])),
];

/** A feature with the label of another row: a lag of the label, or the column whose later value is the label. */
export function neighboursOf(features: Facts, labels: Facts): Neighbours | null {
  const { columns, made } = features;
  const lag = made
    .filter(({ column }) => columns == null || hasColumn(columns, column))
    .flatMap(({ shifted }) => shifted)
    .find(({ column }) => labels.of.includes(column));
  if (lag !== undefined) return lag;
  const compared = comparedRows(labels);
  if (compared !== null && areOfOneSource(features, labels)) return compared;
  const isFeature = ({ column }: Shift) =>
    columns != null && hasColumn(columns, column) && (columns.only !== null || columns.gone.length > 0);
  return shiftsOf(labels).find(isFeature) ?? null;
}

/** The column of which a label compares a row with a later one. */
function comparedRows({ shifted, made, of }: Facts): Shift | null {
  const later = (shifts: readonly Shift[], columns: readonly string[]) =>
    shifts.find(({ column, ahead }) => ahead && columns.includes(column));
  const stored = made.filter(({ column }) => of.includes(column));
  return later(shifted, of) ?? stored.flatMap((each) => later(each.shifted, each.from) ?? [])[0] ?? null;
}

const areOfOneSource = (a: Facts, b: Facts): boolean =>
  a.rows.some((one) => b.rows.some((other) => one.way()[0] === other.way()[0]));

/** A feature of later rows, where the label is of later rows. */
export function laterFeature({ made, columns }: Facts, labels: Facts): Made | null {
  if (!shiftsOf(labels).some(({ ahead }) => ahead) || columns == null) return null;
  const isLater = ({ column, shifted }: Made) =>
    !labels.of.includes(column) && hasColumn(columns, column) && shifted.some(({ ahead }) => ahead);
  return made.find(isLater) ?? null;
}
