/** Blends of guesses that models made in turns for folds of the same rows: their weights are chosen by the rows that judge the blend. */
import type { Fit, Score } from './facts.ts';
import { sameSite } from './path-steps.ts';
import { meetAll } from './rows.ts';
import { isFold } from './stopped-folds.ts';

/** A score of a blend, with the scores by which its weights were chosen. */
export interface ChosenBlend {
  readonly score: Score;
  readonly chosenBy: readonly Score[];
}

/** The scores of blends on the rows that chose the weights, unless other rows test a model. `best`: the best of a loop is kept. */
export function chosenBlends(scores: readonly Score[], best: ReadonlySet<Score>): readonly ChosenBlend[] {
  const guesses = scores.filter(isOfGuesses);
  return guesses.flatMap((score): ChosenBlend[] => {
    const chosenBy = score.chosenBy.filter((each) => isOfGuesses(each) && isSameBlend(each, score));
    const isKept = best.has(score) && score.fits.every((fit) => isElsewhere(fit, score));
    if (chosenBy.length === 0 && !isKept) return [];
    return scores.some((other) => isTest(other, score)) ? [] : [{ score, chosenBy }];
  });
}

/** Whether a score compares guesses for all folds with the truth. */
const isOfGuesses = ({ pooled, fits, data }: Score): boolean =>
  pooled && (fits.some(({ fold }) => fold) || data.rows.some(isFold));

const isSameBlend = (one: Score, other: Score): boolean =>
  !sameSite(one.site, other.site) && one.fits.some((fit) => other.fits.includes(fit));

/** Whether a model was trained in another cell: the loop around its score goes over weights, not over folds. */
const isElsewhere = (fit: Fit, { site, loops }: Score): boolean => loops > 0 && fit.site.run !== site.run;

/** Whether a score tests a model on rows apart from the guessed ones. */
function isTest({ judged, watched, fits, data }: Score, { data: guessed }: Score): boolean {
  if (!judged || watched || fits.some(({ fold }) => fold) || data.rows.some(isFold)) return false;
  return meetAll(guessed.rows, data.rows)?.how === 'apart';
}
