/** Folds whose own rows stopped a training early, and then judge the model. It compares rows, and tells no leaks. */
import type { Fit, Score } from './facts.ts';
import { siteKey } from './path-steps.ts';
import { meetAll, type Rows } from './rows.ts';

/** A score on the rows of a fold, with the scores on the same rows by which the training ended. */
export interface StoppedFold {
  readonly score: Score;
  readonly stoppedBy: readonly Score[];
}

/** The first score of each training that the fold's own rows stopped, unless other rows judge the same models. */
export function stoppedFolds(scores: readonly Score[]): readonly StoppedFold[] {
  const told = new Set<string>();
  const watched = scores.filter(({ steers, data }) => steers && data.rows.some(isFold));
  if (watched.length === 0) return [];
  return scores.flatMap((score): StoppedFold[] => {
    if (!isTest(score) || !score.data.rows.some(isFold)) return [];
    const stoppedBy = watched.filter((each) => isOfSame(each, score) && isSameRows(each, score));
    const trainings = new Set(stoppedBy.flatMap(sitesOf));
    const isNew = [...trainings].some((each) => !told.has(each));
    if (!isNew || scores.some((other) => isOfSame(other, score) && isOnOthers(other, score))) return [];
    for (const each of trainings) told.add(each);
    return [{ score, stoppedBy }];
  });
}

/** Whether rows are one fold of several. */
export const isFold = (rows: Rows): boolean =>
  rows.way().some(({ step }) => step.type === 'split' && step.key.startsWith('fold '));

const isOnTraining = (rows: readonly Rows[], { data }: Fit): boolean =>
  meetAll(data.rows, rows)?.how === 'same';

const isTest = ({ judged, watched, fits, data }: Score): boolean =>
  judged && !watched && !fits.some((fit) => isOnTraining(data.rows, fit));

const sitesOf = ({ fits }: Score): readonly string[] => fits.map(({ site }) => siteKey(site));

/** Whether two scores are of the same training: each turn of a loop trains at the same site. */
function isOfSame(one: Score, other: Score): boolean {
  const sites = new Set(sitesOf(other));
  return sitesOf(one).some((site) => sites.has(site));
}

const isSameRows = (one: Score, other: Score): boolean =>
  one.data.rows.some((rows) => meetAll([rows], other.data.rows)?.how === 'same');

/** Whether a score tests its models on other rows than another score. */
function isOnOthers(one: Score, other: Score): boolean {
  const met = meetAll(other.data.rows, one.data.rows);
  return isTest(one) && met !== null && met.how !== 'same';
}
