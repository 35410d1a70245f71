/** Preprocessing leaks: training data depend on learning from rows that test the model later. */
import type { Fit, Score } from './facts.ts';
import type { DividedLater, Leak } from './leak.ts';
import { fitStep, inOrder, sameSite, scoreStep, siteKey, wayOf } from './path-steps.ts';
import { areParts, type Learned, meetAll, type Rows, sharesByChance } from './rows.ts';

interface Found {
  readonly learned: Learned;
  readonly pairs: { readonly fit: Fit; readonly score: Score }[];
}

/** One leak for each site that learned, with all models that it reaches. */
export function preprocessingLeaks(scores: readonly Score[]): Leak[] {
  const found = new Map<string, Found>();
  for (const score of scores) {
    for (const fit of score.fits) {
      if (fit.prepares && !score.judged) continue;
      // the guesses are the cause
      if (fit.guesses.length > 0) continue;
      for (const learned of fit.data.learned) {
        if (!isOfTestRows(learned, fit, score)) continue;
        // these rows only steer the training, and others test the model
        const isSteering = score.watched || fit.fold;
        if (isSteering && scores.some((other) => testsApart(other, fit, learned))) continue;
        const key = siteKey(learned.site);
        const known = found.get(key) ?? { learned, pairs: [] };
        found.set(key, known);
        known.pairs.push({ fit, score });
      }
    }
  }
  return [...found.values()].map(leakOf);
}

/** Whether rows that test a model, and are none of its training rows, went into learning. */
export function isOfTestRows(learned: Learned, fit: Fit, score: Score): boolean {
  const met = meetAll(fit.data.rows, score.data.rows);
  if (met === null || met.how === 'same' || !reaches(learned, score)) return false;
  // held-out rows judge the model; the folds of the rest need not
  return !(fit.fold && fit.data.rows.some((rows) => isHeldOut(rows, learned)));
}

/** Whether a score tests the model of a training, or the one that folds have chosen, on rows of which nothing was learned. */
function testsApart(other: Score, fit: Fit, learned: Learned): boolean {
  const { watched, fits, data, judged } = other;
  if (watched || fits.some(({ fold }) => fold) || data.rows.length === 0) return false;
  const isOfSame = fits.some(({ site }) => sameSite(site, fit.site));
  if (isOfSame && (judged || !fit.fold) && !reaches(learned, other)) return true;
  // one call has divided the data into these rows and the learned ones
  return fit.fold && judged && data.rows.every((rows) => learned.rows.every((each) => areParts(rows, each)));
}

/** Whether rows were divided before the folds were made, and only the divided ones were learned from. */
function isHeldOut({ parent }: Rows, learned: Learned): boolean {
  const way = parent?.way() ?? [];
  const divided = way.findIndex(({ step }) => step.type === 'split');
  return divided >= 0 && !way.slice(0, divided).some((rows) => learned.rows.includes(rows));
}

/** Whether learning used rows of a score. Facts of a group are learned only from the group's own rows. */
function reaches({ rows, grouped, turns }: Learned, { data, loops }: Score): boolean {
  const isBeyond = turns === 0 || loops < turns;
  if (grouped && isBeyond && data.rows.every((each) => each.isGrouped)) return false;
  // the turns of a loop take all groups
  const learned = turns > 0 && isBeyond ? rows.map(({ beforeTurns }) => beforeTurns) : rows;
  // rows that meet only through copies are an overlap
  const how = meetAll(learned, data.rows)?.how;
  if (how !== 'unknown') return how === 'same' || how === 'likely';
  return learned.some((picked) => data.rows.some((drawn) => sharesByChance(picked, drawn)));
}

function leakOf({ learned, pairs }: Found): Leak {
  const judged = pairs.some(({ score }) => score.judged);
  const data = pairs.flatMap(({ fit, score }) => [...fit.data.rows, ...score.data.rows]);
  const steps = [
    ...wayOf(data),
    { site: learned.site, what: 'learned here, from all rows', watch: ['learned'] as const },
    ...pairs.flatMap(({ fit, score }) => [
      fitStep(fit.site, 'a model is trained on what comes of it'),
      scoreStep(score.site, score.judged ? 'and tested here' : 'and applied here'),
    ]),
  ];
  const message = learned.valuesOnly
    ? `${learned.what} looks at all rows before they are divided: which values exist is learned from test rows too; ` +
      'fit it on the training rows, with a place for values that it does not know'
    : `${learned.what} learns from all rows, and so from those that the model is ${judged ? 'tested' : 'used'} on: ` +
      'the score is better than it will be on new data; split first, fit on the training rows, and only transform the others';
  return {
    kind: 'preprocessing',
    note: learned.valuesOnly,
    site: learned.site,
    message,
    path: inOrder(steps),
    rowwise: learned.rowwise,
    divided: dividedLater(learned, pairs),
  };
}

/** The division of exactly the rows for learning. */
function dividedLater({ rows, rearranged, given }: Learned, pairs: Found['pairs']): DividedLater | null {
  const [whole, ...more] = rows;
  const trained = pairs.flatMap(({ fit }) => fit.data.rows);
  const divisions = trained.map((each) => each.way().find(({ parent }) => parent === whole));
  const isOrder = pairs.every(
    ({ fit }) =>
      fit.data.rearranged.length === rearranged.length &&
      fit.data.rearranged.every((each) => rearranged.includes(each)),
  );
  const [first] = divisions;
  const isOne = divisions.every((each) => each?.step.type === 'split' && sameSite(each.site, first!.site));
  return first !== undefined && more.length === 0 && isOrder && isOne ? { site: first.site, given } : null;
}
