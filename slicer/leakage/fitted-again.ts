/**
 * Preparation that is fitted again on test rows: the model learned from rows that were prepared one way, and is tested on rows that were
 * prepared another way. An own mean for each side is no such mistake: only estimators count.
 */
import type { Fit, Score } from './facts.ts';
import type { Leak } from './leak.ts';
import { inOrder, sameSite, siteKey } from './path-steps.ts';
import { type Learned, meetAll } from './rows.ts';

const ESTIMATOR = /^([A-Z]\w*)\.(?:fit|fit_transform)$/;

/** One leak for each call that fits again. */
export function fittedAgainLeaks(scores: readonly Score[]): Leak[] {
  const found = new Map<string, Leak>();
  for (const score of scores) {
    if (score.watched) continue;
    for (const fit of score.fits) {
      if (fit.prepares || fit.fold) continue;
      for (const again of score.data.learned) {
        const first = firstOf(again, fit, score);
        if (first !== undefined) found.set(siteKey(again.site), leakOf(first, again, fit, score));
      }
    }
  }
  return [...found.values()];
}

/** The fit of the same estimator class on the training rows, where `again` is a fit on the test rows alone. */
function firstOf(again: Learned, fit: Fit, score: Score): Learned | undefined {
  const name = ESTIMATOR.exec(again.what)?.[1];
  if (name === undefined || fit.data.learned.includes(again)) return undefined;
  if (meetAll(again.rows, score.data.rows)?.how !== 'same') return undefined;
  if (meets(again, fit)) return undefined;
  return fit.data.learned.find(
    (each) =>
      ESTIMATOR.exec(each.what)?.[1] === name &&
      !sameSite(each.site, again.site) &&
      !score.data.learned.includes(each) &&
      meetAll(each.rows, fit.data.rows)?.how === 'same',
  );
}

const meets = ({ rows }: Learned, { data }: Fit): boolean =>
  /^(?:same|likely|resampled|crossing)$/.test(meetAll(rows, data.rows)?.how ?? '');

function leakOf(first: Learned, again: Learned, fit: Fit, score: Score): Leak {
  const name = ESTIMATOR.exec(again.what)![1]!;
  const path = [
    { site: first.site, what: `${name} is fitted on the training rows here`, watch: [] },
    { site: fit.site, what: 'a model is trained on what comes of it', watch: [] },
    { site: again.site, what: 'and fitted again here', watch: [] },
    {
      site: score.site,
      what: `on the rows that the model is ${score.judged ? 'tested' : 'used'} on`,
      watch: [],
    },
  ];
  const message =
    `${name} is fitted again, on the rows that the model is ${score.judged ? 'tested' : 'used'} on: ` +
    'one value means one thing in training and another one here; call transform here, not fit';
  return {
    kind: 'preprocessing',
    note: again.valuesOnly,
    site: again.site,
    message,
    path: inOrder(path),
    rowwise: false,
    divided: null,
  };
}
