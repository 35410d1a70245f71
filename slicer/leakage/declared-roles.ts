/** Applies the declared roles of a call to the facts: it gives rows, learns, divides, trains, judges. */
import type { CompiledPlace } from '../effects/index.ts';
import {
  type AbstractObject,
  type CallRole,
  type Here,
  isInPlace,
  objectsAt,
  type TrackedCall,
  type Value,
} from '../static/index.ts';
import { columnsOfRow, keptColumns, learnedForColumn, OTHER_ROWS, renamedColumns } from './columns.ts';
import { columnsBeside, stacked, without } from './combined-rows.ts';
import { FRAME } from './derived-facts.ts';
import { type Facts, join, joinAll, merge, NOTHING, type Shift } from './facts.ts';
import { meansAsColumns, renamedMeans } from './group-means.ts';
import { CONTAINER } from './known-facts.ts';
import { siteKey } from './path-steps.ts';
import type { RoleUse, Tracked } from './role-use.ts';
import { type Learned, type RowStep, type Site, singleRows } from './rows.ts';
import { score } from './scoring-roles.ts';
import { labelled, learn, train, trainingData } from './training-roles.ts';

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

const isOthers = (place: CompiledPlace): boolean => place[0] === 'others';

/** The facts of columns that changed in place, as columns of their frame. */
function inColumns(facts: Facts, frame: Facts, site: Site): Facts {
  const learned = learnedForColumn(facts, frame);
  const columns = facts.of.filter((name) => name !== OTHER_ROWS);
  const { shifted } = facts;
  const { means } = facts;
  const made = columns.map((column) => ({
    column,
    from: columns,
    direct: columns,
    learned,
    site,
    named: true,
    shifted,
    means,
  }));
  // (the column knows the columns of the frame too, perhaps by other names)
  return { ...facts, means: [], made: learned.length === 0 ? frame.made : merge(frame.made, made) };
}

/** The columns whose values in the same row go from data into a result: means of groups are of other rows. */
const ofRow = ({ means, rows, of }: Facts): readonly string[] =>
  means.length > 0 && rows.every(({ isGrouped }) => isGrouped) ? [] : of;

/** The columns that a call takes from other rows: `d['a'].shift(-1)` from later ones. */
function shiftsBy(text: string, { of }: Facts, site: Site): readonly Shift[] {
  const ahead = /\.shift\(\s*(?:periods\s*=\s*)?-[^()]*\)$/.test(text);
  return of.flatMap((column) => (column === OTHER_ROWS ? [] : [{ column, ahead, site }]));
}

/** Whether a function of groups gives one value for each group: a text, a number, a list. */
function givesOneValue({ self, name, passed, returned }: TrackedCall): boolean {
  if (name !== 'apply' || !/GroupBy$/.test(self?.kind ?? '')) return false;
  const [given] = passed;
  const isOne = ({ kind, meaning }: AbstractObject) =>
    (meaning.type === 'library' &&
      /^builtins\.(?:list|set|tuple|len|sum|min|max|sorted)$/.test(meaning.path)) ||
    (meaning.type !== 'library' && /^builtins\.(?:str|int|float|bool|list|set|tuple|dict)$/.test(kind ?? ''));
  const values = returned.length > 0 ? returned : (given?.value ?? []);
  return values.length > 0 && values.every(isOne);
}

/** Whether a function goes across several arrays, row by row: `np.mean([guesses, others], axis=0)`. */
function isAcrossArrays({ path, passed, node }: TrackedCall, { known }: Tracked, here: Here): boolean {
  const [arrays, ...more] = passed;
  if (arrays === undefined || !/^numpy\.\w+$/.test(path ?? '')) return false;
  const isFirst = more.some(
    ({ keyword, value }, i) => (keyword === 'axis' || (keyword === null && i === 0)) && isZero(value),
  );
  if (!isFirst || !arrays.value.every(({ kind }) => CONTAINER.test(kind ?? ''))) return false;
  // (a list by a loop over data may hold their rows one by one)
  return /\(\s*[[(](?!.*\bfor\b)/.test(here.textOf(node)) || known.of(arrays.value).predicted.length > 0;
}

const isZero = (value: Value): boolean => value.length > 0 && value.every(({ constant }) => constant === 0);

/** Applies the roles of a call; returns its result with facts. */
export function applyRoles(
  { call, roles, bound, inputs, again }: RoleCall,
  result: Value,
  tracked: Tracked,
  here: Here,
): Value {
  const { known, origins, divisions, models } = tracked;
  const at = (place: CompiledPlace): Value =>
    place[0] === 'keys' || place[0] === 'others' || place[0] === 'each'
      ? objectsAt(place[1], bound)
      : objectsAt(place, bound);
  const site = { run: here.cell, at: here.at };
  const self = call.self;
  const summarises = self !== null && givesOneValue(call);
  const isAcross = isAcrossArrays(call, tracked, here);
  const role = (name: CallRole['role']) =>
    roles.filter(({ role }) => {
      if (summarises && role === 'rowwise') return name === 'groups';
      return (isAcross && role === 'learns' ? 'rowwise' : role) === name;
    });
  const [split] = role('splits');
  const [fit] = role('fits');
  const crosses = split !== undefined && fit !== undefined;
  // a function that trains gives the model back
  const trains = call.isConstructor || (fit !== undefined && !crosses);
  const model: Value = self !== null ? [self] : trains ? result : [];
  const use: RoleUse = { call, role, at, model, site, what: call.name, tracked, here };
  const before = known.of(model, 0);
  const dataOf = (each: CallRole): Facts =>
    joinAll(each.places.map((place) => origins.dataAt(at(place), site)));
  const returned = known.of(call.returned);
  // results of called notebook functions already tell the learned rows, unless these functions call unknown
  // ones
  const isTold =
    returned.rows.length > 0 && returned.rearranged.every((each) => before.rearranged.includes(each));
  const inLambda =
    self?.kind === FRAME && call.name === 'apply' ? columnsOfRow(here.textOf(call.node)) : null;
  const inRow = (facts: Facts): Facts =>
    inLambda === null ? facts : { ...keptColumns(facts, (name) => inLambda.includes(name)), of: inLambda };
  const left = new Set(inLambda === null ? [] : inRow(before).learned);
  const isInRow = (each: Learned) => inLambda === null || left.has(each) || !before.learned.includes(each);
  let out: Facts = { ...NOTHING, learned: returned.learned.filter(isInRow), means: returned.means };
  const [source] = role('source');
  if (source !== undefined) {
    const path = call.passed[0]?.value;
    const named = path?.length === 1 ? path[0]!.constant : undefined;
    const name = typeof named === 'string' ? named : '';
    const key = name === '' ? `${site.run}:${site.at.from}:${site.at.to}` : here.textOf(call.node);
    out = join(out, { ...NOTHING, rows: [origins.source(key, name, site)] });
    if (result.some(({ kind }) => kind === FRAME))
      out = { ...out, columns: { only: null, gone: [], site: null } };
  }
  if (role('stops').some(({ places }) => places.length === 0)) out = join(out, { ...NOTHING, stops: true });
  const ordered = role('ordered').length > 0;
  if (crosses) {
    // (its folds are no random division of rows that follow each other)
    const told = { ...labelled(fit.places, use), neighbours: null, stacked: [] };
    const how = { site, what: call.name, loops: here.loops, ...told, prepares: false, ordered };
    const chosen = joinAll([...call.passed.map(({ value }) => known.of(value)), before]);
    const score = models.crossValidate(trainingData(fit.places, use), how, chosen, here);
    known.add(model, { ...NOTHING, scored: [score] });
    // (a search keeps its scores itself)
    if (self === null) out = join(out, { ...NOTHING, scored: [score] });
    if (call.name === 'cross_val_predict') {
      const { fits, data } = score;
      out = join(out, { ...NOTHING, predicted: [{ what: 'predict', model, fits, data, site }] });
    }
  } else if (split !== undefined) return divisions.split(call, split, ordered, at, result, inputs, here);
  for (const { places } of role('trains')) {
    const loss = joinAll(places.map((place) => known.of(at(place))));
    models.descend(loss, site, call.name, here);
  }
  if (fit === undefined && !isTold) out = join(out, learn(use));
  const isTrained = fit !== undefined && model.length > 0;
  if (isTrained) train(fit, use);
  const after = known.of(model, 0);
  // the result of a training is the model, or tells of it; results of a known class with data do not
  const isAll = fit?.places.every((place) => at(place).length === 0) ?? false;
  const isModel = self === null || call.kind === null || isAll || result.every(({ kind }) => kind === null);
  if (isTrained && isModel) out = join(out, after);
  if (!crosses) out = join(out, score(use, after));
  for (const { places } of [...role('rowwise'), ...role('codes')]) {
    let rest: Facts | null = null;
    for (const place of places) {
      let data = inRow(known.of(at(place)));
      if (place[0] === 'others') {
        rest = without(rest ?? data, objectsAt(place[2], bound), call, known, here);
        if (place !== places.at(-1)) continue;
        const chosen = places.map((each) => known.of(each[0] === 'others' ? objectsAt(each[2], bound) : []));
        const related = joinAll(chosen).learned.filter(({ relates }) => relates);
        data = { ...rest, learned: merge(rest.learned, related) };
      }
      const isOwn = place[0] === 'param' && place[1] === 'self';
      out = join(out, {
        ...data,
        fits: [],
        parts: isOwn ? data.parts : null,
        // values of other rows
        of: place[0] === 'each' ? [OTHER_ROWS] : isTold ? ofRow(returned) : isOwn ? data.of : ofRow(data),
        shifted: place[0] === 'each' ? shiftsBy(here.textOf(call.node), data, site) : data.shifted,
        columns: place[0] === 'others' && self !== null ? data.columns : undefined,
      });
      const isApplied = self !== null && !at(place).includes(self) && role('learns').length === 0;
      // an untrained model may be trained later, by a descent
      if (isApplied && (after.fits.length > 0 || call.name === '__call__')) {
        const { fits } = after;
        // a transformed guess is a guess, and transformed data are data
        const isGuess = !/transform$/.test(call.name);
        out = {
          ...out,
          predicted: isGuess ? [{ what: call.name, model, fits, data, site }] : data.predicted,
          scored: merge(out.scored, after.scored),
        };
        if (fits.length > 0)
          models.record({ fits, data, site, what: call.name, judged: false, chosenBy: after.scored }, here);
      }
    }
    // `scaler.transform(X)`: the result has what the scaler learned
    if (!places.some((place) => self !== null && at(place).includes(self)))
      out = join(out, { ...NOTHING, learned: after.learned, scored: after.scored });
  }
  out = { ...out, rows: singleRows(out.rows) };
  if (role('columns').length === 0 && !role('rowwise').some(({ places }) => places.some(isOthers)))
    out = renamedColumns(out);
  for (const { places } of role('columns'))
    out = { ...out, columns: joinAll(places.map((place) => known.of(at(place)))).columns };
  if (role('rearranges').length > 0) out = { ...out, rearranged: merge(out.rearranged, [siteKey(site)]) };
  if (role('selects').length > 0) {
    const step: RowStep = { type: 'condition', key: here.textOf(call.node), holds: true };
    out = { ...out, rows: out.rows.map((rows) => rows.after(step, site)) };
  }
  if (call.self === null && call.name === 'concat' && role('stacks').length === 0)
    out = { ...out, columns: columnsBeside(call.passed[0]?.value ?? [], use) };
  for (const stacks of role('stacks')) out = stacked(out, stacks.places.map(at), use);
  // a frame without data gets its rows with its columns
  const hasData = role('rowwise').some(({ places }) => places.some((place) => at(place).length > 0));
  if (call.isConstructor && hasData && out.rows.length === 0) {
    out = join(out, { ...NOTHING, rows: [origins.sourceAt(site)] });
  }
  for (const resamples of role('resamples')) {
    const data = dataOf(resamples);
    const step: RowStep = { type: 'resampled', key: `${site.run}:${site.at.from}` };
    const picks = data.picks && {
      ...data.picks,
      rows: data.picks.rows.map((rows) => rows.after(step, site)),
    };
    out = join(out, { ...data, fits: [], picks, rows: data.rows.map((rows) => rows.after(step, site)) });
  }
  const [groups] = role('groups');
  if (groups !== undefined) {
    const step: RowStep = { type: 'grouped', key: `${site.run}:${site.at.from}` };
    const rows = dataOf(groups).rows.map((each) => each.after(step, site));
    out = join(out, { ...NOTHING, rows });
  }
  out = { ...out, means: renamedMeans(out.means, call) };
  const holders = isInPlace(call) && self !== null ? [self] : result;
  if (out.means.length > 0 && holders.length > 0 && holders.every(({ kind }) => kind === FRAME))
    out = meansAsColumns(out, use);
  if (isInPlace(call) && self !== null) {
    const facts = { ...out, parts: null, picks: null };
    known.set(self, facts);
    // a part of some rows does not bring other rows to the whole
    if (self.base !== null)
      known.add([self.base], { ...inColumns(facts, known.get(self.base), site), rows: [] });
    return result;
  }
  const given = known.give(result, out, inputs, call.node, here, again);
  const aligned = role('aligns').flatMap(({ places }) => places);
  for (const object of given) {
    // a tuple of parts, each with some of the rows
    if (inputs.has(object) || !CONTAINER.test(object.kind ?? '') || out === NOTHING) continue;
    for (const [field, held] of object.fields) {
      const place = aligned[Number(field.slice(1))];
      const facts = place === undefined ? out : known.of(at(place));
      known.give([...held], { ...facts, parts: null }, inputs, call.node, here, again);
    }
    if (aligned.length > 0) known.set(object, NOTHING);
  }
  return given;
}
