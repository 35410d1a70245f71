/** Applies the declared roles of a call to the facts: it gives rows, learns, divides, trains, judges. */
import type { CompiledPlace } from '../effects/index.ts';
import {
  type AbstractObject,
  type CallRole,
  type Here,
  objectsAt,
  type TrackedCall,
  type Value,
} from '../static/index.ts';
import { namesIn } from './columns.ts';
import { FRAME } from './derived-facts.ts';
import type { Divisions } from './divisions.ts';
import { type Facts, type Given, join, joinAll, merge, NOTHING } from './facts.ts';
import { CONTAINER, type KnownFacts } from './known-facts.ts';
import type { Models } from './models.ts';
import { siteKey } from './path-steps.ts';
import type { RowOrigins } from './row-origins.ts';
import { type RowStep, type Rows, type Site, singleRows } from './rows.ts';

/** The state that calls act on. */
export interface Tracked {
  readonly known: KnownFacts;
  readonly origins: RowOrigins;
  readonly divisions: Divisions;
  readonly models: Models;
}

/** A call with its roles. */
export interface RoleCall {
  readonly call: TrackedCall;
  readonly roles: readonly CallRole[];
  readonly bound: Parameters<typeof objectsAt>[1];
  /** The objects of the arguments and receiver. */
  readonly inputs: ReadonlySet<AbstractObject>;
  /** Whether the same call is reported again, for another possible callee. */
  readonly again: boolean;
}

/** Applies the roles of a call; returns the facts of its result. */
export function applyRoles(
  { call, roles, bound, inputs, again }: RoleCall,
  result: Value,
  { known, origins, divisions, models }: Tracked,
  here: Here,
): Value {
  const at = (place: CompiledPlace): Value =>
    place[0] === 'keys' || place[0] === 'others' || place[0] === 'each'
      ? objectsAt(place[1], bound)
      : objectsAt(place, bound);
  const site = { run: here.cell, at: here.at };
  const what = call.name;
  const self = call.self;
  const model: Value = self !== null ? [self] : call.isConstructor ? result : [];
  const before = known.of(model, 0);
  const dataOf = (role: CallRole): Facts =>
    joinAll(role.places.map((place) => origins.dataAt(at(place), site)));
  const role = (name: CallRole['role']) => roles.filter((each) => each.role === name);
  const [source] = role('source');
  const rowwise = role('rowwise').length > 0;
  const [groups] = role('groups');
  const returned = known.of(call.returned);
  // results of called notebook functions already tell the learned rows, unless these functions call unknown
  // ones
  const isTold =
    returned.rows.length > 0 && returned.rearranged.every((each) => before.rearranged.includes(each));
  let out = { ...NOTHING, learned: returned.learned };
  if (source !== undefined) {
    const path = call.passed[0]?.value;
    const named = path?.length === 1 ? path[0]!.constant : undefined;
    const name = typeof named === 'string' ? named : '';
    const key = name === '' ? `${site.run}:${site.at.from}:${site.at.to}` : here.textOf(call.node);
    out = join(out, { ...NOTHING, rows: [origins.source(key, name, site)] });
  }
  const [split] = role('splits');
  const [fit] = role('fits');
  const crosses = split !== undefined && fit !== undefined;
  if (crosses) models.crossValidate(dataOf(fit), site, what, before, here);
  else if (split !== undefined) return divisions.split(call, split, at, result, inputs, here);
  for (const learns of fit === undefined && !isTold ? role('learns') : []) {
    for (const place of learns.places) {
      const value = at(place);
      const data = origins.dataAt(value, site);
      const learned = origins.learn(site, nameOf(call), data, {
        valuesOnly: place[0] === 'keys',
        rowwise,
        grouped: groups !== undefined,
        given: givenBy(learns.places.map(at)),
      });
      const isOwn = self === null || value.includes(self);
      if (isOwn) {
        out = join(out, { ...NOTHING, learned: merge(data.learned, learned), scored: data.scored });
        if (data.compared && data.predicted.length > 0) out = join(out, models.judge(data, site, what, here));
      } else models.train(model, data, learned, { site, what, loops: here.loops, label: [], made: [] });
    }
  }
  if (fit !== undefined && model.length > 0) {
    const data = dataOf(fit);
    const [features, labels] = fit.places.map((place) => known.of(at(place)));
    const label = labels?.of ?? [];
    const made = label.length === 0 ? [] : (features?.made ?? []);
    const learned = origins.learn(site, nameOf(call), data, {
      valuesOnly: false,
      rowwise,
      grouped: false,
      given: givenBy(fit.places.map(at)),
    });
    models.train(model, data, learned, { site, what, loops: here.loops, label, made });
  }
  const after = known.of(model, 0);
  // fit of an unknown class is assumed to return the model
  if (call.kind === null && self !== null && after.fits !== before.fits) out = join(out, after);
  // training depends on these rows
  const watchers = new Set(
    fit === undefined ? [] : role('learns').map(({ places }) => JSON.stringify(places)),
  );
  for (const scores of role('scores').slice(0, 1)) {
    if (crosses) continue;
    const data = dataOf(scores);
    if (data.rows.length === 0 && data.predicted.length === 0) continue;
    const common = { fits: after.fits, data, site, what, chosenBy: after.scored };
    if (fit !== undefined)
      models.record({ ...common, watched: true, steers: watchers.has(JSON.stringify(scores.places)) }, here);
    else if (self !== null && after.fits.length > 0) {
      out = join(out, {
        ...NOTHING,
        scored: [models.record(common, here)],
      });
    } else if (data.predicted.length > 0) out = join(out, models.judge(data, site, what, here));
    else {
      const estimator = call.passed[0] === undefined ? NOTHING : known.of(call.passed[0].value);
      if (estimator.fits.length > 0)
        out = join(out, {
          ...NOTHING,
          scored: [models.record({ ...common, fits: estimator.fits, chosenBy: estimator.scored }, here)],
        });
    }
  }
  for (const { places } of [...role('rowwise'), ...role('codes')]) {
    let rest: Facts | null = null;
    for (const place of places) {
      let data = known.of(at(place));
      if (place[0] === 'others') {
        rest = without(rest ?? data, objectsAt(place[2], bound), call, known, here);
        if (place !== places.at(-1)) continue;
        data = rest;
      }
      out = join(out, {
        ...data,
        fits: [],
        parts: place[0] === 'param' && place[1] === 'self' ? data.parts : null,
        // values of other rows
        of: place[0] === 'each' ? [] : isTold ? returned.of : data.of,
      });
      if (
        self !== null &&
        !at(place).includes(self) &&
        after.fits.length > 0 &&
        role('learns').length === 0
      ) {
        out = {
          ...out,
          predicted: [{ fits: after.fits, data, site }],
          scored: merge(out.scored, after.scored),
        };
        models.record({ fits: after.fits, data, site, what, judged: false, chosenBy: after.scored }, here);
      }
    }
    out = join(out, { ...NOTHING, learned: after.learned, scored: after.scored });
  }
  out = { ...out, rows: singleRows(out.rows) };
  if (role('rearranges').length > 0) out = { ...out, rearranged: merge(out.rearranged, [siteKey(site)]) };
  for (const stacks of role('stacks')) out = stacked(out, stacks.places.map(at), site, known);
  if (call.isConstructor && role('rowwise').length > 0 && out.rows.length === 0) {
    out = join(out, {
      ...NOTHING,
      rows: [origins.sourceAt(site)],
    });
  }
  for (const resamples of role('resamples')) {
    const data = dataOf(resamples);
    const step: RowStep = { type: 'resampled', key: `${site.run}:${site.at.from}` };
    out = join(out, { ...data, fits: [], rows: data.rows.map((rows) => rows.after(step, site)) });
  }
  if (groups !== undefined) {
    const step: RowStep = { type: 'grouped', key: `${site.run}:${site.at.from}` };
    const rows = dataOf(groups).rows.map((each) => each.after(step, site));
    out = join(out, { ...NOTHING, rows });
  }
  const inPlace = call.passed.some(
    ({ keyword, value }) => keyword === 'inplace' && value.some(({ constant }) => constant === true),
  );
  if (inPlace && self !== null) {
    const facts = { ...out, parts: null, picks: null };
    known.set(self, facts);
    // a part of some rows does not bring other rows to the whole
    if (self.base !== null) known.add([self.base], { ...facts, rows: [] });
    return result;
  }
  const given = known.give(result, out, inputs, call.node, here, again);
  for (const object of given) {
    // a tuple of parts, each with some of the rows
    if (inputs.has(object) || !CONTAINER.test(object.kind ?? '') || out === NOTHING) continue;
    for (const held of object.fields.values()) {
      known.give([...held], { ...out, parts: null }, inputs, call.node, here, again);
    }
  }
  return given;
}

function nameOf({ self, kind, name, path }: TrackedCall): string {
  const last = (text: string) => text.slice(text.lastIndexOf('.') + 1);
  if (self === null) return path === null ? name : last(path);
  return kind === null ? name : `${last(kind)}.${name}`;
}

/** The classes of the data for learning; empty if one is unknown. */
function givenBy(values: readonly Value[]): Given {
  const data = values.flat().filter(({ kind }) => kind !== 'builtins.NoneType');
  const kinds = [...new Set(data.flatMap(({ kind }) => kind ?? []))];
  return {
    kinds: data.every(({ kind }) => kind !== null) ? kinds : [],
    columns: data.every(({ base }) => base?.kind === FRAME),
  };
}

/** Rows of several arguments, one below the other: if some are among the rows of another argument, they occur twice. */
function stacked(out: Facts, values: readonly Value[], site: Site, known: KnownFacts): Facts {
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
function without(data: Facts, named: Value, call: TrackedCall, known: KnownFacts, here: Here): Facts {
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
