/** Overlap: a model is tested on training rows, or on copies of them. */
import type { Fit, Score } from './facts.ts';
import type { Leak } from './leak.ts';
import { fitStep, inOrder, scoreStep, siteKey, wayOf } from './path-steps.ts';
import { meetAll, type Rows } from './rows.ts';

/**
 * One leak for each site that brought the same rows to both sides; notes for scores on the training rows
 * themselves.
 */
export function overlapLeaks(scores: readonly Score[]): Leak[] {
  const found = new Map<string, Leak>();
  for (const score of scores) {
    if (!score.judged) continue;
    for (const fit of score.fits) {
      const mixed = mixedNeighbours(fit, score);
      if (mixed !== null) found.set(siteKey(mixed.site), mixed);
      const met = meetAll(fit.data.rows, score.data.rows);
      if (met === null || !/^(?:same|resampled|likely|crossing)$/.test(met.how)) continue;
      const first = leakOf(fit, score, met.how, met.at);
      // a training score beside a test score tells how much is remembered
      if (first.note && scores.some((other) => isTest(other, fit))) continue;
      const leak = first.note && fit.stacked.length > 0 ? onGuesses(first) : first;
      const key = `${leak.note} ${siteKey(leak.site)}`;
      const known = found.get(key);
      found.set(key, known === undefined ? leak : { ...known, path: inOrder([...known.path, ...leak.path]) });
    }
  }
  return [...found.values()];
}

/** A random division of rows whose features hold the labels of neighbours: they tell training and test rows of each other. */
function mixedNeighbours(fit: Fit, score: Score): Leak | null {
  const { neighbours } = fit;
  if (neighbours === null || meetAll(fit.data.rows, score.data.rows)?.how !== 'apart') return null;
  const isRandom = ({ step }: Rows) =>
    step.type === 'split' && step.ordered !== true && !step.key.startsWith('fold');
  const divided = score.data.rows.flatMap((rows) => rows.way().filter(isRandom)).at(-1);
  if (divided === undefined) return null;
  const path = inOrder([
    { site: neighbours.site, what: `${neighbours.column} is taken from other rows here`, watch: [] },
    ...wayOf([...fit.data.rows, ...score.data.rows]),
    fitStep(fit.site, 'trained here'),
    scoreStep(score.site, 'tested here'),
  ]);
  const message =
    `rows follow each other (a feature or the label is ${neighbours.column} of another row) and are divided at random, ` +
    'so that training rows tell the labels of test rows beside them; divide them in their order (shuffle=False)';
  return { kind: 'overlap', note: false, site: divided.site, message, path, rowwise: false, divided: null };
}

/** A score of a model that is trained on guesses of others for their test rows. */
function onGuesses(leak: Leak): Leak {
  const message =
    'a model is trained on the guesses for these test rows, and is tested on the same rows; ' +
    'train it on guesses for validation rows or from folds (cross_val_predict), and test it on others';
  return { ...leak, note: false, message };
}

/** Whether a score tests the model of a training on other rows. */
function isTest({ judged, watched, fits, data }: Score, fit: Fit): boolean {
  if (!judged || watched || !fits.includes(fit)) return false;
  return meetAll(fit.data.rows, data.rows)?.how !== 'same';
}

function leakOf(fit: Fit, score: Score, how: string, at: Rows): Leak {
  const path = inOrder([
    ...wayOf([...fit.data.rows, ...score.data.rows]),
    fitStep(fit.site, 'trained here'),
    ...(score.applied === null ? [] : [scoreStep(score.applied, 'applied here')]),
    scoreStep(score.site, 'tested here'),
  ]);
  if (how === 'crossing') {
    const message =
      'some of the rows that are picked here for the test are also among the training rows; ' +
      'let the test begin where the training rows end';
    return { kind: 'overlap', note: false, site: at.site, message, path, rowwise: false, divided: null };
  }
  if (how === 'resampled' && at.step.type === 'slice') {
    const message =
      'windows over the same rows are divided at random, so that training windows share rows with test windows; ' +
      'divide the rows by time first, or the windows in their order (shuffle=False)';
    return { kind: 'overlap', note: false, site: at.site, message, path, rowwise: false, divided: null };
  }
  // copies on one side only: the same copies on both sides are a training score
  const isOnBoth = [fit, score].every(({ data }) => data.rows.some((rows) => rows.way().includes(at)));
  if (at.step.type === 'resampled' && !(how === 'same' && isOnBoth)) {
    const message =
      'rows are copied or made up before the data are divided, so that copies of test rows are trained on; ' +
      'split first, and resample the training rows only';
    return { kind: 'overlap', note: false, site: at.site, message, path, rowwise: false, divided: null };
  }
  if (how === 'likely') {
    const message =
      'the data are divided again here, so that rows that the model was trained on are among the test rows; ' +
      'divide once, or with the same random_state, and train again after it';
    return { kind: 'overlap', note: false, site: at.site, message, path, rowwise: false, divided: null };
  }
  const held = score.data.rows.find(({ step }) => step.type === 'split');
  const isFrom = (rows: Rows, other: Rows): boolean => rows !== other && rows.way().includes(other);
  const whole = score.data.rows.every((each) => fit.data.rows.some((rows) => isFrom(each, rows)));
  if (held !== undefined && whole) {
    const message =
      'the model is tested on the rows that are divided off here, and was trained on all rows; ' +
      'train it on the training rows only';
    return { kind: 'overlap', note: false, site: held.site, message, path, rowwise: false, divided: null };
  }
  const message =
    'this score is on the rows that the model was trained on: it tells how well they are remembered, not how good the model is on new ones';
  return { kind: 'overlap', note: true, site: score.site, message, path, rowwise: false, divided: null };
}
