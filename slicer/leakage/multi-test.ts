/**
 * Multi-test: test rows steered a choice and later served for the report; a note if they are scored more than
 * once without a choice.
 */
import { chosenBlends } from './blends.ts';
import type { Fit, Score } from './facts.ts';
import type { Leak } from './leak.ts';
import { fitStep, inOrder, sameSite, scoreStep, siteKey, wayOf } from './path-steps.ts';
import { areParts, meet, meetAll, type Rows } from './rows.ts';
import { isFold, stoppedFolds } from './stopped-folds.ts';

/** One leak, or note, for each set of test rows. */
export function multiTestLeaks(all: readonly Score[], best: ReadonlySet<Score>): Leak[] {
  const told = new Set<string>();
  // features that know the label are the worse fault
  const scores = all.filter(({ fits }) => fits.every(({ guesses }) => guesses.length === 0));
  const searched = scores.flatMap((score) => {
    const [search] = [...searchesOf(score), ...foldsOf(score, scores)];
    if (search === undefined || told.has(siteKey(score.site))) return [];
    told.add(siteKey(score.site));
    return [leakOf(score, [search, score], false)];
  });
  const stopped = stoppedFolds(scores).flatMap(({ score, stoppedBy }) => {
    if (told.has(siteKey(score.site))) return [];
    told.add(siteKey(score.site));
    return [leakOf(score, [...stoppedBy, score], false)];
  });
  const blended = chosenBlends(scores, best).flatMap(({ score, chosenBy }) => {
    if (told.has(siteKey(score.site))) return [];
    told.add(siteKey(score.site));
    return [leakOf(score, [...chosenBy, score], false)];
  });
  const chosen = scoresByRows(scores).flatMap(({ rows, group }): Leak[] => {
    if (isValidation(rows, group, scores)) return [];
    const watched = group.some((score) => score.watched);
    const judged = group.filter((score) => score.judged || watched);
    // a loop trains one model again and again at one site; a function called twice trains two
    const models = new Set(
      judged.flatMap(({ fits }) => fits.map((fit) => (fit.loops > 0 ? siteKey(fit.site) : fit))),
    );
    const again = watched && judged.some((score) => !score.watched);
    const after = afterChoices(judged).filter((last) => !isTestedApart(rows, last, all));
    const choosers = after.flatMap((last) => choosersOf(last, judged));
    // the best score of a loop is a result itself, unless a later score judges the choice
    const kept = judged.filter((score) => {
      const isJudged = choosers.some(({ site }) => sameSite(site, score.site));
      return best.has(score) && !isJudged && !isAppliedElsewhere(rows, score, all);
    });
    const chosen = [...after, ...kept];
    if (
      chosen.length === 0 &&
      models.size < 2 &&
      !again &&
      !judged.some(({ loops, fits }) => loops > 0 && fits.some((fit) => fit.loops > 0))
    )
      return [];
    return (chosen.length > 0 ? chosen : [judged.at(-1)!]).flatMap((last) => {
      if (told.has(siteKey(last.site))) return [];
      told.add(siteKey(last.site));
      return [leakOf(last, judged, chosen.length === 0)];
    });
  });
  return [...searched, ...stopped, ...blended, ...chosen];
}

/** The cross-validations over the rows of a score that chose its model. The model is trained on other rows. */
function searchesOf({ judged, fits, data, chosenBy }: Score): readonly Score[] {
  if (!judged || fits.some((fit) => fit.fold || meetAll(fit.data.rows, data.rows)?.how === 'same')) return [];
  const by = [...chosenBy, ...fits.flatMap((fit) => fit.chosenBy)];
  return by.filter((search) => {
    if (!search.fits.some(({ fold }) => fold)) return false;
    return meetAll(wholeOf(search), data.rows)?.how === 'same';
  });
}

/** The cross-validations that chose what a later cross-validation of the same rows judges, unless other rows test a model. */
function foldsOf(score: Score, scores: readonly Score[]): readonly Score[] {
  const { judged, fits, what, chosenBy } = score;
  if (!judged || !fits.some(({ fold }) => fold) || !/^cross_val/.test(what)) return [];
  const whole = wholeOf(score);
  const isHeldOut = (other: Score) => {
    if (!other.judged || other.watched || other.fits.some(({ fold }) => fold)) return false;
    return meetAll(whole, other.data.rows)?.how === 'apart';
  };
  const by = chosenBy.filter((search) => {
    // (guesses of folds are features, and choose nothing)
    if (search === score || sameSite(search.site, score.site) || search.what === 'cross_val_predict')
      return false;
    return search.fits.some(({ fold }) => fold) && meetAll(wholeOf(search), whole)?.how === 'same';
  });
  return by.length === 0 || scores.some(isHeldOut) ? [] : by;
}

/** The rows of which a cross-validation makes its folds. */
const wholeOf = ({ data }: Score): readonly Rows[] => data.rows.flatMap(({ parent }) => parent ?? []);

/** The first score after each choice made by scores on the same rows. */
function afterChoices(judged: readonly Score[]): readonly Score[] {
  // one choice, one leak
  const used = new Set<string>();
  return judged.filter((score) => {
    const by = choosersOf(score, judged).map(({ site }) => siteKey(site));
    if (by.length === 0 || by.some((each) => used.has(each))) return false;
    for (const each of by) used.add(each);
    return true;
  });
}

function leakOf(last: Score, judged: readonly Score[], note: boolean): Leak {
  const path = inOrder([
    ...wayOf(last.data.rows),
    ...judged.flatMap(({ fits, site }) => [
      ...fits.map((fit) => fitStep(fit.site, 'trained here')),
      scoreStep(site, site === last.site ? 'tested here' : 'tested here, on the same rows'),
    ]),
  ]);
  const advice = 'choose by validation rows or cross-validation, and use the test rows once, at the end';
  const what = note
    ? 'several models, or states of one, are tested on the same rows; if the best of them is chosen by that, its score is too good'
    : 'this score is on the test rows that the model was chosen by, so that it is better than on new rows';
  const message = `${what}: ${advice}`;
  return { kind: 'multi-test', note, site: last.site, message, path, rowwise: false, divided: null };
}

interface TestSet {
  readonly rows: Rows;
  readonly group: Score[];
}

/** Scores grouped by rows. Scores on different data with some common rows are in different groups. */
function scoresByRows(scores: readonly Score[]): readonly TestSet[] {
  const sets = new Map<Rows, TestSet[]>();
  for (const score of scores) {
    // each fold is tested on rows of its own
    if (score.loops > 0 && score.data.rows.some(isFold)) continue;
    if (score.fits.length === 0 || score.fits.some(({ fold }) => fold)) continue;
    if (score.fits.some((fit) => meetAll(fit.data.rows, score.data.rows)?.how === 'same')) continue;
    for (const rows of score.data.rows) {
      const known = sets.get(rows) ?? [];
      sets.set(rows, known);
      const same = known.find(({ group }) => isPart(score, group[0]!) || isPart(group[0]!, score));
      if (same === undefined) known.push({ rows, group: [score] });
      else if (!same.group.includes(score)) same.group.push(score);
    }
  }
  return [...sets.values()].flat();
}

/** Whether all rows of a score are among the rows of another. */
const isPart = ({ data }: Score, other: Score): boolean =>
  data.rows.every((each) => other.data.rows.includes(each));

/** Whether scores on these rows chose a model that other rows, apart from them, judge later. */
function isValidation(rows: Rows, group: readonly Score[], scores: readonly Score[]): boolean {
  return scores.some((score) => {
    // (a score on the rows of the training judges no choice)
    if (score.fits.some((fit) => meetAll(fit.data.rows, score.data.rows)?.how === 'same')) return false;
    const isOther = (other: Rows) => meet(rows, other).how === 'apart' || areParts(rows, other);
    const isApart = score.data.rows.length > 0 && score.data.rows.every(isOther);
    return isApart && choosersOf(score, [...group, score]).length > 0;
  });
}

/** Whether a model is later applied to rows that are neither these nor its training rows: these are for validation. */
function isAppliedElsewhere(rows: Rows, kept: Score, all: readonly Score[]): boolean {
  return all.slice(all.indexOf(kept) + 1).some(({ data, fits, judged }) => {
    const how = data.rows.map((other) => meet(rows, other).how);
    const isOther =
      how.length > 0 && how.every((each) => each === 'apart' || (each === 'strangers' && !judged));
    return isOther && fits.every((fit) => meetAll(fit.data.rows, data.rows)?.how !== 'same');
  });
}

/** Whether rows apart from these, and from the training rows, test a model later: these are for validation. */
function isTestedApart(rows: Rows, last: Score, all: readonly Score[]): boolean {
  return all.slice(all.indexOf(last) + 1).some(({ data, fits, judged, watched }) => {
    if (!judged || watched || data.rows.length === 0) return false;
    const isApart = data.rows.every((other) => meet(rows, other).how === 'apart');
    const isSame = fits.some((fit) => last.fits.includes(fit));
    const isOfTraining = fits.some((fit) => meetAll(fit.data.rows, data.rows)?.how === 'same');
    // (folds of the training rows choose, and test nothing)
    return isApart && !isOfTraining && (isSame || !(fits.some(({ fold }) => fold) || data.rows.some(isFold)));
  });
}

/** The scores on the same rows that decided which model a score judges. */
function choosersOf(score: Score, others: readonly Score[]): readonly Score[] {
  if (!score.judged || score.watched) return [];
  const by = [...score.chosenBy, ...score.fits.flatMap(({ chosenBy }) => chosenBy)];
  const before = others.slice(0, others.indexOf(score));
  return others.filter((one) => {
    // scores of earlier turns of the same loop
    if (one === score || sameSite(one.site, score.site)) return false;
    if (by.includes(one)) return true;
    if (!before.includes(one)) return false;
    // training depended on these rows
    if (one.steers) return one.fits.some((fit) => score.fits.includes(fit));
    // a loop tried settings, and one of them is taken
    return score.loops === 0 && score.fits.some((fit) => isTried(fit, one));
  });
}

function isTried(fit: Fit, { judged, fits }: Score): boolean {
  // a search has tried settings on folds of its own
  if (fit.chosenBy.some((score) => score.fits.some(({ fold }) => fold))) return false;
  const tried = fits.filter(({ loops, model }) => loops > 0 && model !== '' && model === fit.model);
  return judged && fit.loops === 0 && tried.length > 0 && fits.every((each) => each !== fit);
}
