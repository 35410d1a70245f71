/** Applies the roles of learning and training: what a call learns, and from which rows. */
import type { CompiledPlace } from '../effects/index.ts';
import type { CallRole, TrackedCall, Value } from '../static/index.ts';
import { laterFeature, neighboursOf, OTHER_ROWS, shownLabel } from './columns.ts';
import { FRAME, SERIES } from './derived-facts.ts';
import { type Facts, type Fit, join, joinAll, type Made, merge, NOTHING, type Prediction } from './facts.ts';
import { meansBy } from './group-means.ts';
import { UNLABELLED } from './models.ts';
import type { RoleUse } from './role-use.ts';
import { type Given, type Learned, meetAll } from './rows.ts';

/** Learns from rows: the receiver is trained; without a receiver, or from the receiver, the result has learned. */
export function learn(use: RoleUse): Facts {
  const { call, role, at, site, tracked, here } = use;
  const { origins, models } = tracked;
  let out = NOTHING;
  for (const { places } of role('learns')) {
    let [data, learned]: [Facts, readonly Learned[]] = [NOTHING, []];
    for (const place of places) {
      const value = at(place);
      if (value.length === 0) continue;
      const given = origins.dataAt(value, site);
      const from = learnedFrom(use, given, place, places);
      if (call.self !== null && !value.includes(call.self)) {
        [data, learned] = [join(data, given), merge(learned, from)];
        continue;
      }
      const means = meansBy(use, given, from);
      out = join(out, { ...NOTHING, learned: merge(given.learned, from), scored: given.scored, means });
      if (given.compared && given.predicted.length > 0)
        out = join(out, models.judge(given, site, use.what, here));
    }
    if (data === NOTHING) continue;
    const how = { ...UNLABELLED, site, what: use.what, loops: here.loops, prepares: true };
    models.train(use.model, data, learned, how);
  }
  return out;
}

/** Trains the model, unless the model has got its data before. */
export function train({ places }: CallRole, use: RoleUse): void {
  const { at, site, tracked, here } = use;
  if (places.every((place) => at(place).length === 0)) return;
  const { known, models } = tracked;
  const data = trainingData(places, use);
  const learned = learnedFrom(use, data, null, places);
  // settings of the training may be chosen by scores: the number of epochs
  let { scored } = data;
  for (const { value } of use.call.passed) scored = merge(scored, known.of(value).scored);
  models.train(use.model, { ...data, scored }, learned, {
    site,
    what: use.what,
    loops: here.loops,
    ...labelled(places, use),
    prepares: false,
  });
}

/** The features and labels of a training, with what was learned for the features. */
export function trainingData(places: readonly CompiledPlace[], { at, site, tracked }: RoleUse): Facts {
  const given = places.map((place) => tracked.origins.dataAt(at(place), site));
  const data = joinAll(given);
  return { ...data, learned: data.learned.filter((each) => !definesLabel(each, given)) };
}

/**
 * Whether something learned only says what the label means (`y = price > price.mean()`, clusters): the task is so. A scaled
 * label has other numbers by it.
 */
function definesLabel(learned: Learned, [features, ...labels]: readonly Facts[]): boolean {
  if (features === undefined || features.learned.includes(learned)) return false;
  return labels.length > 0 && !/\.fit(?:_transform)?$|^scale$/.test(learned.what);
}

/** The features and the label of a training, and the features that tell the label. */
export function labelled(
  places: readonly CompiledPlace[],
  { at, tracked: { known } }: RoleUse,
): Pick<Fit, keyof typeof UNLABELLED> {
  const [features = NOTHING, labels] = places.map((place) => known.of(at(place)));
  // (a label of later rows is no column of these rows)
  const isOfOthers = labels === undefined || labels.shifted.length > 0;
  const label = isOfOthers ? [] : labels.of.filter((name) => name !== OTHER_ROWS);
  // of a column, the others do not count
  const isFrame = (places[0] === undefined ? [] : at(places[0])).some(({ kind }) => kind === FRAME);
  const isOf = ({ column }: Made) => isFrame || features.of.length === 0 || features.of.includes(column);
  const told = {
    label,
    made: label.length === 0 ? [] : features.made.filter(isOf),
    guesses: guessesOf(features, label),
    stacked: features.predicted.filter(isApartFromGuessed),
  };
  if (labels === undefined) return { ...UNLABELLED, ...told };
  return {
    ...told,
    shown: shownLabel(features, labels),
    neighbours: neighboursOf(features, labels),
    later: laterFeature(features, labels),
  };
}

/** The guesses among features, of a label with these names; none: unknown. */
function guessesOf({ predicted }: Facts, label: readonly string[]): readonly Prediction[] {
  const isOfLabel = (names: readonly string[]) =>
    names.length === 0 || label.length === 0 || names.some((name) => label.includes(name));
  return predicted.filter(
    ({ what, fits, data }) =>
      /^predict/.test(what) &&
      fits.some((fit) => {
        const isOwn = !fit.fold && !fit.prepares && isOfLabel(fit.label);
        return isOwn && meetAll(fit.data.rows, data.rows)?.how === 'same';
      }),
  );
}

/** Whether models guessed for rows on which none of them was trained. */
function isApartFromGuessed({ what, fits, data }: Prediction): boolean {
  const trained = fits.filter(({ prepares, fold }) => !prepares && !fold);
  const isApart = (fit: Fit) => meetAll(fit.data.rows, data.rows)?.how === 'apart';
  return /^predict/.test(what) && trained.length > 0 && trained.every(isApart);
}

function learnedFrom(
  { call, role, at, site, tracked, here }: RoleUse,
  data: Facts,
  place: CompiledPlace | null,
  places: readonly CompiledPlace[],
): readonly Learned[] {
  const isOfTurn = data.rows.length > 0 && data.rows.every((rows) => rows.isOfTurn);
  return tracked.origins.learn(site, nameOf(call), data, {
    valuesOnly: place?.[0] === 'keys' || isEncoding(call),
    rowwise: role('rowwise').length > 0,
    grouped: isOfTurn || (place !== null && role('groups').length > 0),
    turns: isOfTurn ? here.loops : 0,
    relates: role('relates').length > 0,
    given: givenBy(places.map(at)),
  });
}

/** Whether an object of an unknown class is fitted to one column: scalers take no single column, encoders of its values do. */
function isEncoding({ kind, name, self, passed }: TrackedCall): boolean {
  if (self === null || kind !== null || name !== 'fit_transform' || passed.length !== 1) return false;
  const { value } = passed[0]!;
  return value.length > 0 && value.every((object) => object.kind === SERIES);
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
