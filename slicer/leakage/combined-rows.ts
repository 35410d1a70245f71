/** Rows of several values: data stacked below each other, and data without some of their rows or columns. */
import type { Here, TrackedCall, Value } from '../static/index.ts';
import { keptColumns, leftColumns, namesIn } from './columns.ts';
import { SERIES } from './derived-facts.ts';
import { type Columns, type Facts, merge } from './facts.ts';
import { CONTAINER, type KnownFacts } from './known-facts.ts';
import { siteKey } from './path-steps.ts';
import type { RoleUse } from './role-use.ts';
import type { RowStep, Rows } from './rows.ts';

/** Rows of several arguments, one below the other: if some are among the rows of another argument, they occur twice. */
export function stacked(
  out: Facts,
  values: readonly Value[],
  { site, here, tracked: { known } }: RoleUse,
): Facts {
  const parts = values.flatMap(partsOf).map((part) => known.of(part).rows);
  const isAmong = (rows: Rows, others: readonly Rows[]): boolean => {
    const way = rows.way();
    const whole = way.findIndex((each) => each !== rows && others.includes(each));
    return whole >= 0 && way.slice(whole).every(({ step }) => step.type !== 'resampled');
  };
  // the same rows twice, if a file is known by name: a loop may read another file in each turn
  const isTwice = (rows: Rows, others: readonly Rows[]): boolean => {
    const way = rows.way();
    const { step } = way[0]!;
    if (way.some((each) => each.step.type === 'condition' && each.step.unseen === true)) return false;
    return here.loops === 0 && others.includes(rows) && step.type === 'source' && step.name !== '';
  };
  const inOthers = (isMeant: (rows: Rows, others: readonly Rows[]) => boolean): readonly Rows[] =>
    parts.flatMap((part, i) => {
      // (tables that got columns of one third table share its rows, and have rows of their own)
      const isCopy = parts.some(
        (others, j) => i !== j && part.every((rows) => isAmong(rows, others) || isTwice(rows, others)),
      );
      if (!isCopy) return [];
      return part.filter((rows) => parts.some((others, j) => i !== j && isMeant(rows, others)));
    });
  const [among, twice] = [inOthers(isAmong), inOthers(isTwice)];
  const rearranged = merge(out.rearranged, [siteKey(site)]);
  if (among.length + twice.length === 0) return { ...out, rearranged };
  const step: RowStep = { type: 'resampled', key: `${site.run}:${site.at.from}` };
  const isCopied = (each: Rows) => twice.includes(each) || among.some((part) => part.way().includes(each));
  const rows = out.rows
    .filter((each) => !among.includes(each))
    .map((each) => (isCopied(each) ? each.after(step, site) : each));
  return { ...out, rows, rearranged };
}

/** The columns of several frames and columns side by side; null: some are unknown. */
export function columnsBeside(value: Value, { site, tracked: { known } }: RoleUse): Facts['columns'] {
  const all = partsOf(value).map((part): Columns | null => {
    const { of, columns } = known.of(part);
    if (part.every(({ kind }) => kind === SERIES))
      return of.length === 1 ? { only: of, gone: [], site } : null;
    return columns?.numbers === undefined ? (columns ?? null) : null;
  });
  const whole = all.flatMap((each) => (each !== null && each.only === null ? [each] : []));
  const named = all.flatMap((each) => each?.only ?? []);
  if (all.length === 0 || all.includes(null)) return null;
  if (whole.length === 0) return { only: named, gone: [], site };
  const isGone = (name: string) => !named.includes(name) && whole.every(({ gone }) => gone.includes(name));
  return { only: null, gone: whole[0]!.gone.filter(isGone), site };
}

/** The elements of a literal list; otherwise the value is one part. */
function partsOf(value: Value): readonly Value[] {
  return value.flatMap((object): Value[] => {
    if (!CONTAINER.test(object.kind ?? '')) return [[object]];
    return [...object.fields].flatMap(([field, held]) => (field.startsWith('=') ? [[...held]] : []));
  });
}

/** The facts without the named rows or columns. */
export function without(data: Facts, named: Value, call: TrackedCall, known: KnownFacts, here: Here): Facts {
  const names = namesIn(named);
  const left = keptColumns(data, (column) => !names?.includes(column));
  const { picks } = known.of(named);
  const site = { run: here.cell, at: here.at };
  const isNone = named.length === 0 || named.every(({ kind }) => kind === 'builtins.NoneType');
  const columns = isNone ? data.columns : leftColumns(data.columns, names, site);
  if (picks === null) return { ...left, columns };
  const others = (each: Rows): Rows => {
    const taken = picks.rows.find(({ parent }) => parent === each);
    if (taken?.step.type === 'split')
      return each.after({ ...taken.step, part: 1 - taken.step.part }, taken.site);
    if (taken?.step.type === 'condition')
      return each.after({ ...taken.step, holds: !taken.step.holds }, site, taken.limits);
    const own = picks.rows.some((row) => row === each);
    return own ? each.after({ type: 'condition', key: here.textOf(call.node), holds: true }, site) : each;
  };
  const unpicked = data.picks && { ...data.picks, rows: data.picks.rows.map(others) };
  return { ...left, rows: data.rows.map(others), picks: unpicked };
}
