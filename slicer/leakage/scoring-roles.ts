/** Applies the roles of scores: the rows that judge a model, or that a training watches. */

import { type Facts, joinAll, NOTHING } from './facts.ts';
import type { RoleUse } from './role-use.ts';
import { meetAll } from './rows.ts';

/** Notes that rows judge a model; returns the facts of the result. `model`: the facts of the model after the call. */
export function score(use: RoleUse, model: Facts): Facts {
  const { call, role, at, site, what, tracked, here } = use;
  const { known, origins, models } = tracked;
  const [scores] = role('scores');
  if (scores === undefined) return NOTHING;
  const data = joinAll(scores.places.map((place) => origins.dataAt(at(place), site)));
  if (data.rows.length === 0 && data.predicted.length === 0) return NOTHING;
  const common = { fits: model.fits, data, site, what, chosenBy: model.scored };
  if (role('fits').length > 0) {
    // rows that are trained on are watched too
    const own = model.fits.flatMap((fit) => fit.data.rows);
    const rows = data.rows.filter((each) => meetAll(own, [each])?.how !== 'same');
    const watched = { ...common, data: { ...data, rows }, watched: true, steers: steers(use) };
    const noted = models.record(watched, here);
    const told = { ...NOTHING, scored: [noted] };
    for (const { places } of role('tells')) for (const place of places) known.add(at(place), told);
    // how long the training went on depends on these scores, and a history of the training has them
    const isHistory = call.self !== null && !call.returned.some((object) => use.model.includes(object));
    return watched.steers || isHistory ? told : NOTHING;
  }
  if (call.self !== null && model.fits.length > 0)
    return { ...NOTHING, scored: [models.record(common, here)] };
  if (data.predicted.length > 0) return models.judge(data, site, what, here);
  const estimator = call.passed[0] === undefined ? NOTHING : known.of(call.passed[0].value);
  if (estimator.fits.length === 0) return NOTHING;
  const { fits, scored: chosenBy } = estimator;
  return { ...NOTHING, scored: [models.record({ ...common, fits, chosenBy }, here)] };
}

/** Whether the training depends on the rows that it watches: on their scores it ends, or keeps a state. */
function steers({ role, at, tracked: { known } }: RoleUse): boolean {
  const [scores] = role('scores');
  const places = JSON.stringify(scores?.places);
  if (!role('learns').some((learns) => JSON.stringify(learns.places) === places)) return false;
  const stops = role('stops');
  if (stops.length === 0) return true;
  return stops.some((each) =>
    each.places.some((place) => {
      const value = at(place);
      // an object of an unknown library may stop the training
      return known.of(value).stops || value.some(({ kind, ofClass }) => kind === null && ofClass === null);
    }),
  );
}
