/** The scores of which the best is taken as a result: with its name, or its place and its value. It tells no leaks. */
import type { TrackedCall, Trail } from '../static/index.ts';
import type { Facts, Score } from './facts.ts';
import { givesBest, placesBest, takesBest } from './rankings.ts';
import type { Rows } from './rows.ts';

/** The choices of the best score in a notebook. */
export class BestScores {
  /** Scores in loops of which the best is kept as a result. */
  readonly best = new Set<Score>();
  /** Scores of which the place of the best is known, and scores of which the best itself is. */
  readonly #placed = new Set<Score>();
  readonly #given = new Set<Score>();
  readonly #trail: Trail;

  constructor(trail: Trail) {
    this.#trail = trail;
  }

  /** Notes a value that these scores decided about; if the value is one of them, the best is kept. */
  keep({ scored }: Facts, deciding: readonly Score[]): void {
    for (const score of scored)
      if (score.loops > 0 && deciding.includes(score)) this.#trail.add(this.best, score);
  }

  /** Notes that a call takes the best of scores, its place, or its value. `isRanked`: the receiver is in the order of values. */
  called(call: TrackedCall, isRanked: boolean, facts: Facts): void {
    if (facts.scored.length === 0) return;
    if (takesBest(call, isRanked)) this.take(facts);
    else if (placesBest(call)) this.#takeHalf(facts, this.#placed, this.#given);
    else if (givesBest(call)) this.#takeHalf(facts, this.#given, this.#placed);
  }

  /** Notes that scores are looked up by places: the place of the best gives the best. */
  lookUp(facts: Facts, { scored: places }: Facts): void {
    const scored = facts.scored.filter((score) => places.includes(score) && this.#placed.has(score));
    if (scored.length > 0) this.take({ ...facts, scored });
  }

  /** Notes that the best of these scores is taken: one choice, for which the last score on the same rows stands. */
  take({ scored, rows }: Facts): void {
    const groups = new Map<Rows | undefined, Score[]>();
    for (const score of scored) {
      const key = score.data.rows[0];
      groups.set(key, [...(groups.get(key) ?? []), score]);
    }
    for (const group of groups.values()) {
      const last = group.findLast(({ loops }) => loops > 0) ?? group.at(-1)!;
      // (guesses of a chosen model are no scores)
      const areGuesses = group.some(({ data }) => data.rows.some((each) => rows.includes(each)));
      const areSeveral = !areGuesses && new Set(group.flatMap(({ fits }) => fits)).size > 1;
      if (last.loops > 0 || areSeveral) this.#trail.add(this.best, last);
    }
  }

  /** The place of the best tells no score, and the best alone may be a limit of a plot: both together are a result. */
  #takeHalf(facts: Facts, half: Set<Score>, other: ReadonlySet<Score>): void {
    for (const score of facts.scored) this.#trail.add(half, score);
    const scored = facts.scored.filter((score) => other.has(score));
    if (scored.length > 0) this.take({ ...facts, scored });
  }
}
