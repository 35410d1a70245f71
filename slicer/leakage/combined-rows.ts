/** Rows of several values: data stacked below each other, and data without some of their rows or columns. */
import type { Here, TrackedCall, Value } from '../static/index.ts';
import { namesIn } from './columns.ts';
import type { RoleUse } from './declared-roles.ts';
import { type Facts, merge } from './facts.ts';
import { CONTAINER, type KnownFacts } from './known-facts.ts';
import { siteKey } from './path-steps.ts';
import type { RowStep, Rows } from './rows.ts';

/** Rows of several arguments, one below the other: if some are among the rows of another argument, they occur twice. */
export function stacked(out: Facts, values: readonly Value[], { site, tracked: { known } }: RoleUse): Facts {
  const parts = values.flatMap(partsOf).map((part) => known.of(part).rows);
  const isAmong = (rows: Rows, others: readonly Rows[]): boolean => {
    const way = rows.way();
    const whole = way.findIndex((each) => each !== rows && others.includes(each));
    return whole >= 0 && way.slice(whole).every(({ step }) => step.type !== 'resampled');
  };
  const among = parts.flatMap((part, i) =>
    part.filter((rows) => parts.some((others, j) => i !== j && isAmong(rows, others))),
  );
  const rearranged = merge(out.rearranged, [siteKey(site)]);
  if (among.length === 0) return { ...out, rearranged };
  const step: RowStep = { type: 'resampled', key: `${site.run}:${site.at.from}` };
  const rows = out.rows
    .filter((each) => !among.includes(each))
    .map((each) => (among.some((part) => part.way().includes(each)) ? each.after(step, site) : each));
  return { ...out, rows, rearranged };
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
  const gone = namesIn(named) ?? [];
  const made = data.made.filter(({ column }) => !gone.includes(column));
  const { picks } = known.of(named);
  if (picks === null) return { ...data, made };
  const site = { run: here.cell, at: here.at };
  const rows = data.rows.map((each) => {
    const taken = picks.rows.find(({ parent }) => parent === each);
    if (taken?.step.type === 'split')
      return each.after({ ...taken.step, part: 1 - taken.step.part }, taken.site);
    if (taken?.step.type === 'condition')
      return each.after({ ...taken.step, holds: !taken.step.holds }, site);
    const own = picks.rows.some((row) => row === each);
    return own ? each.after({ type: 'condition', key: here.textOf(call.node), holds: true }, site) : each;
  });
  return { ...data, rows, made };
}
