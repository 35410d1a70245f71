/**
 * Means of columns by group: `df.groupby('town')['price'].mean()`, on their way to features of single rows. It
 * knows the names of their columns, and judges nothing.
 */
import type { AbstractObject, TrackedCall, Value } from '../static/index.ts';
import { namesIn, OTHER_ROWS, UNNAMED } from './columns.ts';
import { type Facts, type GroupMean, type Made, merge } from './facts.ts';
import type { RoleUse } from './role-use.ts';
import { type Learned, meetAll } from './rows.ts';

/** Functions of groups that tell no values of a column. */
const COUNTS = /^(?:count|size|nunique|ngroup|cumcount)$/;

type Named = Pick<GroupMean, 'column' | 'name'>;

/** The means that a call of groups gives. `learned`: the learning of the call. */
export function meansBy({ call }: RoleUse, { of }: Facts, learned: readonly Learned[]): readonly GroupMean[] {
  const groups = learned.filter(({ grouped }) => grouped);
  if (groups.length === 0 || COUNTS.test(call.name)) return [];
  const columns = of.filter((column) => column !== OTHER_ROWS);
  const named = /^agg(?:regate)?$/.test(call.name) ? aggregated(call, columns) : null;
  return (named ?? unnamed(columns)).flatMap((each) => groups.map((one) => ({ ...each, learned: one })));
}

const unnamed = (columns: readonly string[]): readonly Named[] =>
  columns.length === 0 ? [{ column: null, name: null }] : columns.map((column) => ({ column, name: column }));

/** The named results of `agg(mean=('price', 'mean'))`, `agg({'price': 'mean'})`, `agg(['mean', 'count'])`; null: there are none. */
function aggregated({ passed }: TrackedCall, columns: readonly string[]): readonly Named[] | null {
  const found: Named[] = [];
  let isNamed = false;
  for (const { keyword, value } of passed) {
    if (keyword !== null && keyword !== 'func') {
      const [column, ...functions] = elementNames(value);
      isNamed ||= column !== undefined;
      // `('price', 'mean')`, or a function alone
      const isPair = functions.length > 0 || value.some(({ fields }) => fields.size > 0);
      if (column === undefined || functions.some(isCount) || (!isPair && isCount(column))) continue;
      for (const each of isPair ? [column] : columns) found.push({ column: each, name: keyword });
      continue;
    }
    for (const object of value) {
      const keys = object.kind === 'builtins.dict' ? keysOf(object) : [];
      isNamed ||= keys.length > 0;
      for (const [key, held] of keys)
        if (!elementNames(held).some(isCount)) found.push({ column: key, name: key });
    }
    const names = namesIn(value.filter(({ kind }) => kind !== 'builtins.dict'));
    if (names === null || columns.length !== 1) continue;
    isNamed = true;
    const isOne = value.every(({ constant }) => typeof constant === 'string');
    for (const name of names)
      if (!isCount(name)) found.push({ column: columns[0]!, name: isOne ? columns[0]! : name });
  }
  return isNamed ? found : null;
}

const isCount = (name: string): boolean => COUNTS.test(name);

/** The texts of a value: itself, or its elements in order. */
const elementNames = (value: Value): readonly string[] =>
  value.flatMap(({ constant, fields }) =>
    typeof constant === 'string'
      ? [constant]
      : [...fields.values()].flatMap((held) => namesIn([...held]) ?? []),
  );

/** The constant keys of a dictionary, with their values. */
const keysOf = ({ fields }: AbstractObject): readonly (readonly [string, Value])[] =>
  [...fields].flatMap(([field, held]) =>
    field.startsWith('=') ? [[field.slice(1), [...held]] as const] : [],
  );

/** The means after a call that may rename their columns: `reset_index(name='mean')`, `rename(columns={'price': 'mean'})`. */
export function renamedMeans(
  means: readonly GroupMean[],
  { name: method, passed }: TrackedCall,
): readonly GroupMean[] {
  if (means.length === 0 || !/^(?:rename|reset_index|to_frame|add_(?:pre|suf)fix)$/.test(method))
    return means;
  const text = ({ value }: TrackedCall['passed'][number]) =>
    value.length === 1 && typeof value[0]!.constant === 'string' ? value[0]!.constant : null;
  const [first] = passed;
  if (first !== undefined && /fix$/.test(method)) {
    const added = text(first);
    const renamed = (name: string) => (method === 'add_prefix' ? `${added}${name}` : `${name}${added}`);
    return means.map((mean) => (mean.name === null ? mean : { ...mean, name: renamed(mean.name) }));
  }
  for (const argument of passed) {
    const isName = argument.keyword === 'name' || (argument.keyword === null && method !== 'reset_index');
    const name = isName ? text(argument) : null;
    if (name !== null) return means.map((mean) => ({ ...mean, name }));
    const names = new Map(
      argument.keyword === 'columns' ? argument.value.flatMap(keysOf).map(([key, to]) => [key, to]) : [],
    );
    if (names.size === 0) continue;
    return means.map((mean) => {
      const to = namesIn(names.get(mean.name ?? '') ?? [])?.[0];
      return to === undefined ? mean : { ...mean, name: to };
    });
  }
  return means;
}

/** The means of a frame whose columns get these names: keys stand before means. */
export function meansNamed(means: readonly GroupMean[], names: readonly string[]): readonly GroupMean[] {
  const last = names.slice(-means.length);
  return last.length < means.length ? means : means.map((mean, i) => ({ ...mean, name: last[i]! }));
}

/** The facts of a frame of single rows that gets means of groups: as columns that were made. */
export function meansAsColumns(facts: Facts, { call, site, tracked: { known } }: RoleUse): Facts {
  if (!facts.rows.some(({ isGrouped }) => !isGrouped)) return facts;
  const made = facts.means.flatMap((mean): Made[] => {
    const column = columnOf(mean, call, (value) => known.of(value).means.includes(mean));
    if (column === null) return [];
    const { learned } = mean;
    const named = column !== UNNAMED;
    const direct = [OTHER_ROWS];
    return [{ column, from: direct, direct, learned: [learned], site, named, shifted: [], means: [mean] }];
  });
  return { ...facts, means: [], made: merge(facts.made, made) };
}

/** The column of means after a call; null: no column has means of the label alone. */
function columnOf(
  { column, name }: GroupMean,
  { name: method, passed }: TrackedCall,
  has: (value: Value) => boolean,
): string | null {
  if (/^(?:merge|join)$/.test(method)) {
    if (column === null || name !== column) return name;
    // the means stand beside their column
    const suffixes = passed.find(({ keyword }) => keyword === 'suffixes' || keyword === 'rsuffix');
    return column + (elementNames(suffixes?.value ?? []).at(-1) ?? '_y');
  }
  if (method === 'insert') return elementNames(passed[1]?.value ?? [])[0] ?? UNNAMED;
  const argument = passed.find(({ keyword, value }) => keyword !== null && has(value));
  return method === 'assign' ? (argument?.keyword ?? UNNAMED) : column === null ? null : UNNAMED;
}

/** The facts of values without the means that other folds have learned for their rows: no row of the label went into its own mean. */
export function withoutFolds(facts: Facts): Facts {
  const isOfOthers = ({ rows }: Learned) => meetAll(rows, facts.rows)?.how === 'apart';
  const means = facts.means.filter(({ learned }) => !isOfOthers(learned));
  if (means.length === facts.means.length) return facts;
  return { ...facts, means, learned: facts.learned.filter((each) => !isOfOthers(each)) };
}
