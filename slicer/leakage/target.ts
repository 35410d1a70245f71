/** Target leaks: a feature was made from the label that the model should predict. */
import { UNNAMED } from './columns.ts';
import type { Fit, GroupMean, Made, Score, Shown } from './facts.ts';
import type { Leak } from './leak.ts';
import { fitStep, inOrder, scoreStep, siteKey, wayOf } from './path-steps.ts';
import { isOfTestRows } from './preprocessing.ts';
import type { Learned } from './rows.ts';

/** One leak for each feature, and for the means that become several features. */
export function targetLeaks(scores: readonly Score[]): Leak[] {
  const found = new Map<string, Leak>();
  for (const score of scores) {
    for (const fit of score.fits) {
      for (const leak of leaksOf(fit, score)) found.set(siteKey(leak.site), leak);
    }
  }
  const told = new Set<string>();
  return [...found.values()].filter(({ path }) => {
    const means = path.find(({ watch }) => watch.includes('learned'));
    if (means === undefined) return true;
    const isTold = told.has(siteKey(means.site));
    told.add(siteKey(means.site));
    return !isTold;
  });
}

/** What was learned for features that are made of the label. */
export function learnedOfLabels(scores: readonly Score[]): ReadonlySet<Learned> {
  const fits = scores.flatMap((score) => score.fits);
  const learnedFor = (isOfLabel: boolean) =>
    fits.flatMap((fit) =>
      fit.made.flatMap((made) => {
        const label = labelIn(made, fit) ?? meansOfLabel(made, fit)[0];
        return (label !== undefined) === isOfLabel ? made.learned : [];
      }),
    );
  const others = new Set(learnedFor(false));
  return new Set(learnedFor(true).filter((each) => !others.has(each)));
}

/** The label that a feature is made of. */
function labelIn({ column, from }: Made, { label }: Fit): string | undefined {
  return label.includes(column) ? undefined : label.find((name) => from.includes(name));
}

/** The means of the label, by group, of which a feature is made. */
function meansOfLabel({ column, means }: Made, { label }: Fit): readonly GroupMean[] {
  return label.includes(column) ? [] : means.filter((mean) => label.some((name) => name === mean.column));
}

function leaksOf(fit: Fit, score: Score): Leak[] {
  const { shown, later } = fit;
  if (fit.guesses.length > 0) return [guessLeak(fit, score)];
  if (later !== null) return [laterLeak(later, fit, score)];
  if (shown !== null) return [shownLeak(shown, fit, score)];
  return fit.made.flatMap((made): Leak[] => {
    const { column, site } = made;
    const label = labelIn(made, fit);
    if (label === undefined) {
      const means = meansOfLabel(made, fit).filter(({ learned }) => isOfTestRows(learned, fit, score));
      return means.slice(0, 1).map((mean) => meanLeak(made, mean, fit, score));
    }
    const feature = nameOf(column);
    const path = inOrder([
      ...wayOf(fit.data.rows),
      { site, what: `${feature} is made of ${label}`, watch: [] },
      fitStep(fit.site, `a model that is to tell ${label} is trained on it`),
      scoreStep(score.site, 'and tested here'),
    ]);
    const message =
      `${feature} is made of ${label}, which the model is to tell: on new rows nobody has it; ` +
      `leave ${column === UNNAMED ? 'it' : column} out of the features`;
    return [{ kind: 'target', note: false, site, message, path, rowwise: false, divided: null }];
  });
}

const nameOf = (column: string): string => (column === UNNAMED ? 'a feature' : `the feature ${column}`);

function meanLeak({ column, site }: Made, mean: GroupMean, fit: Fit, score: Score): Leak {
  const label = mean.column!;
  const feature = nameOf(column);
  const path = inOrder([
    ...wayOf(fit.data.rows),
    { site: mean.learned.site, what: `${label} is told for each group here`, watch: ['learned'] },
    { site, what: `${feature} gets it`, watch: [] },
    fitStep(fit.site, `a model that is to tell ${label} is trained on it`),
    scoreStep(score.site, 'and tested here'),
  ]);
  const message =
    `${feature} is made of ${label} by groups of all rows, and so tells ${label} of test rows; ` +
    'divide first, and take the groups of the training rows, or of folds';
  return { kind: 'target', note: false, site, message, path, rowwise: false, divided: null };
}

function laterLeak({ column, site }: Made, fit: Fit, score: Score): Leak {
  const path = inOrder([
    { site, what: `${column} is taken from later rows`, watch: [] },
    fitStep(fit.site, 'a model that is to tell the future is trained on it'),
    scoreStep(score.site, 'and tested here'),
  ]);
  const message =
    `the feature ${column} is a value of later rows, as the label is: at the time of the guess nobody has it; ` +
    `leave ${column} out of the features`;
  return { kind: 'target', note: false, site, message, path, rowwise: false, divided: null };
}

function guessLeak(fit: Fit, score: Score): Leak {
  const { site } = fit.guesses[0]!;
  const path = inOrder([
    ...fit.guesses.flatMap((guess) => [
      ...guess.fits.map((first) => fitStep(first.site, 'a model is trained on these rows')),
      { site: guess.site, what: 'its guesses for the same rows become features', watch: [] },
    ]),
    fitStep(fit.site, 'a second model is trained on them'),
    scoreStep(score.site, 'and tested here'),
  ]);
  const message =
    'these features are guesses for rows that the guessing model was trained on, and so tell more of the label than guesses for new rows; ' +
    'take guesses of models that have not seen the rows (cross_val_predict)';
  return { kind: 'target', note: false, site, message, path, rowwise: false, divided: null };
}

function shownLeak({ label, by, site: selected }: Shown, fit: Fit, score: Score): Leak {
  const site = selected ?? fit.site;
  const isLabel = by[0] === label;
  const names = by.join(', ');
  const path = inOrder([
    ...wayOf(fit.data.rows),
    { site, what: 'these are the features', watch: [] },
    fitStep(fit.site, `a model that is to tell ${label} is trained on them`),
    scoreStep(score.site, 'and tested here'),
  ]);
  const message = isLabel
    ? `the label ${label} is among the features from here: on new rows nobody has it; leave it out of the features`
    : `the label ${label} is made of ${names}, which is among the features from here; leave ${names} out of the features`;
  return { kind: 'target', note: false, site, message, path, rowwise: false, divided: null };
}
