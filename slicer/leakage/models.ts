/**
 * Models: their training data, and each application or judgement. It divides no data, except for the folds of
 * a cross-validation.
 */
import type { AbstractObject, Here, Trail, Value } from '../static/index.ts';
import { BestScores } from './best-scores.ts';
import { type Facts, type Fit, merge, NOTHING, type Parts, type Score } from './facts.ts';
import type { KnownFacts } from './known-facts.ts';
import type { Learned, Site } from './rows.ts';

/** A training without a known label. */
export const UNLABELLED = {
  label: [],
  made: [],
  shown: null,
  neighbours: null,
  later: null,
  guesses: [],
  stacked: [],
} as const;

/** The trained and judged models of a notebook. */
export class Models {
  /** Each application or judgement of a model, in order. */
  readonly scores: Score[] = [];
  readonly best: BestScores;
  /** The models that are trained in loops, with the number of loops around the training. */
  readonly #inLoops = new Map<AbstractObject, number>();
  readonly #known: KnownFacts;
  readonly #trail: Trail;

  constructor(known: KnownFacts, trail: Trail) {
    this.#known = known;
    this.#trail = trail;
    this.best = new BestScores(trail);
  }

  /** Trains models on data. */
  train(
    model: Value,
    data: Facts,
    learned: readonly Learned[],
    how: Omit<Fit, 'data' | 'chosenBy' | 'fold' | 'model'>,
  ): void {
    if (how.loops > 0) for (const object of model) this.#trail.set(this.#inLoops, object, how.loops);
    const goesOn = how.what === 'partial_fit' || model.length > 1;
    for (const object of model) {
      const before = this.#known.get(object);
      const chosenBy = merge(before.scored, data.scored);
      const fit: Fit = { ...how, data, chosenBy, fold: false, model: object.kind ?? '' };
      this.#known.set(object, {
        ...NOTHING,
        learned: merge(merge(goesOn ? before.learned : [], data.learned), learned),
        fits: goesOn ? merge(before.fits, [fit]) : [fit],
        scored: before.scored,
      });
    }
  }

  /** The models that are trained in the innermost of so many loops. */
  trainedIn(loops: number): Value {
    return [...this.#inLoops].flatMap(([object, around]) => (around >= loops ? [object] : []));
  }

  /** Notes that models were applied to data, or judged by them. */
  record(
    score: Pick<Score, 'fits' | 'data' | 'site' | 'what' | 'chosenBy'> & Partial<Score>,
    { loops }: Here,
  ): Score {
    const noted: Score = {
      judged: true,
      watched: false,
      steers: false,
      loops,
      applied: null,
      pooled: false,
      ...score,
    };
    this.scores.push(noted);
    this.#trail.note(() => this.scores.pop());
    return noted;
  }

  /** The scores that a model tells of its training (`best_score`): they judge it on the rows that stopped the training. */
  judgeOnStop({ fits }: Facts, site: Site, what: string, here: Here): Facts {
    const stops = this.scores.filter((each) => each.steers && each.fits.some((fit) => fits.includes(fit)));
    if (stops.length === 0) return NOTHING;
    const told = stops.map(({ data }) => this.record({ fits, data, site, what, chosenBy: [] }, here));
    return { ...NOTHING, scored: told };
  }

  /** Notes that predictions are compared with the truth. */
  judge({ predicted, rows, scored: chosenBy }: Facts, site: Site, what: string, here: Here): Facts {
    const scored = predicted.flatMap(({ fits, data, site: applied }) => {
      if (fits.length === 0) return [];
      const pooled = data.rows.some((part) => rows.some((all) => all !== part && part.way().includes(all)));
      return [this.record({ fits, data, site, what, chosenBy, applied, pooled }, here)];
    });
    // a descent along this loss trains these models
    return { ...NOTHING, scored, predicted };
  }

  /**
   * Trains the models behind predictions, by a step along the gradient of a loss. A loss that is only used so judges
   * nothing.
   */
  descend({ predicted, scored }: Facts, site: Site, what: string, here: Here): void {
    for (const { model, data } of predicted) {
      const how = { ...UNLABELLED, site, what, loops: here.loops, prepares: false };
      this.train(model, { ...data, predicted: [] }, [], how);
      this.descend({ ...data, scored: [] }, site, what, here);
    }
    for (const score of scored) this.#forget(score);
  }

  #forget(score: Score): void {
    const at = this.scores.indexOf(score);
    if (at < 0) return;
    this.scores.splice(at, 1);
    this.#trail.note(() => this.scores.splice(at, 0, score));
  }

  /** Trains and judges a model on parts of the same data, in turns. */
  crossValidate(
    data: Facts,
    { ordered, ...training }: Omit<Fit, 'data' | 'chosenBy' | 'fold' | 'model'> & Pick<Parts, 'ordered'>,
    model: Facts,
    here: Here,
  ): Score {
    const { site, what } = training;
    const order = ordered ? { ordered } : {};
    const key = `folds ${site.run}:${site.at.from}`;
    const part = (number: number): Facts => ({
      ...data,
      rows: data.rows.map((rows) => rows.after({ type: 'split', key, part: number, ...order }, site)),
    });
    const fit: Fit = { ...training, data: part(0), chosenBy: model.scored, fold: true, model: '' };
    return this.record({ fits: [fit], data: part(1), site, what, chosenBy: model.scored }, here);
  }
}
