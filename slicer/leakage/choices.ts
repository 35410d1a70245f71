/**
 * Choices made by scores, or by how columns go together: the branches and loops around the current code, and the values,
 * models and columns that these choose.
 */
import type { AbstractObject, Here, TrackedCall, Value } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { FRAME } from './derived-facts.ts';
import { type Facts, join, NOTHING, type Score } from './facts.ts';
import { CONTAINER, type KnownFacts } from './known-facts.ts';
import type { Models } from './models.ts';

/** The objects in a container, without the numbers and texts, which other containers share. */
const heldBy = ({ kind, fields }: AbstractObject): Value =>
  CONTAINER.test(kind ?? '')
    ? [...fields.values()].flatMap((held) => [...held].filter(({ isShared }) => isShared))
    : [];

export class Choices {
  readonly #known: KnownFacts;
  readonly #models: Models;
  /** The facts that decide whether the current code runs, from the outermost branch. */
  readonly #controls: Facts[] = [];

  constructor(known: KnownFacts, models: Models) {
    this.#known = known;
    this.#models = models;
  }

  get #deciding(): readonly Score[] {
    return this.#controls.flatMap(({ scored }) => scored);
  }

  /** The current code runs if a test holds. */
  entered(test: Value): void {
    this.#controls.push(this.#known.of(test));
  }

  /** The code of the innermost test ends. */
  left(): void {
    this.#controls.pop();
  }

  /** Notes a value bound because of scores: the scores have chosen it. */
  bound(value: Value, name: Range, here: Here): Value {
    const deciding = this.#deciding;
    if (deciding.length > 0) this.#models.best.keep(this.#known.of(value), deciding);
    return this.chosen(value, deciding, name, here);
  }

  /** Notes that scores have chosen a value, with all that it holds. */
  chosen(value: Value, scored: readonly Score[], node: Range, here: Here): Value {
    if (scored.length === 0) return value;
    const facts = { ...NOTHING, scored };
    return value.map((object) => {
      if (object.meaning.type === 'library') return object;
      const own = object.meaning.type === 'atom' ? here.distinct(object, node, 'chosen') : object;
      this.#known.set(own, join(this.#known.get(object), facts));
      for (const held of heldBy(object)) this.#known.set(held, join(this.#known.get(held), facts));
      return own;
    });
  }

  /** Notes that a loop ends because of scores: they have chosen the state of the models that it trains. */
  ended(here: Here): void {
    this.#choose(this.#models.trainedIn(here.loops), here);
  }

  /** Notes a use of models that depends on scores: the scores have chosen their state, if it is kept there. */
  used(models: Value, here: Here): void {
    if (this.#controls.length > 0) this.#choose(models, here);
  }

  #choose(models: Value, here: Here): void {
    const scored = this.#deciding;
    const own = scored.filter(({ fits }) => fits.some(({ loops }) => loops > 0 && loops === here.loops));
    for (const object of models)
      this.#known.set(object, join(this.#known.get(object), { ...NOTHING, scored: own }));
  }

  /** Notes that names are put into a container, or columns dropped, by how columns go together. */
  chooseColumns({ self, name }: TrackedCall): void {
    const learned = this.#controls.flatMap((facts) => facts.learned.filter(({ relates }) => relates));
    const isChoice = CONTAINER.test(self?.kind ?? '') || (self?.kind === FRAME && name === 'drop');
    if (learned.length > 0 && isChoice) this.#known.add([self!], { ...NOTHING, learned });
  }
}
