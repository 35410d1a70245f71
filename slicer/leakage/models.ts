/**
 * Models: their training data, and each application or judgement. It divides no data, except for the folds of
 * a cross-validation.
 */
import type { Here, Trail, Value } from '../static/index.ts';
import { type Facts, type Fit, type Learned, merge, NOTHING, type Score } from './facts.ts';
import type { KnownFacts } from './known-facts.ts';
import type { Site } from './rows.ts';

/** The trained and judged models of a notebook. */
export class Models {
  /** Each application or judgement of a model, in order. */
  readonly scores: Score[] = [];
  readonly #known: KnownFacts;
  readonly #trail: Trail;

  constructor(known: KnownFacts, trail: Trail) {
    this.#known = known;
    this.#trail = trail;
  }

  /** Trains models on data. */
  train(
    model: Value,
    data: Facts,
    learned: readonly Learned[],
    how: Pick<Fit, 'site' | 'what' | 'loops' | 'label' | 'made'>,
  ): void {
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
      ...score,
    };
    this.scores.push(noted);
    this.#trail.note(() => this.scores.pop());
    return noted;
  }

  /** Notes that predictions are compared with the truth. */
  judge({ predicted, scored: chosenBy }: Facts, site: Site, what: string, here: Here): Facts {
    const scored = predicted.map(({ fits, data, site: applied }) =>
      this.record({ fits, data, site, what, chosenBy, applied }, here),
    );
    return { ...NOTHING, scored };
  }

  /** Trains and judges a model on parts of the same data, in turns. */
  crossValidate(data: Facts, site: Site, what: string, model: Facts, here: Here): void {
    const key = `folds ${site.run}:${site.at.from}`;
    const part = (number: number): Facts => ({
      ...data,
      rows: data.rows.map((rows) => rows.after({ type: 'split', key, part: number }, site)),
    });
    const fit: Fit = {
      site,
      what,
      data: part(0),
      chosenBy: model.scored,
      fold: true,
      loops: here.loops,
      model: '',
      label: [],
      made: [],
    };
    this.record({ fits: [fit], data: part(1), site, what, chosenBy: model.scored }, here);
  }
}
