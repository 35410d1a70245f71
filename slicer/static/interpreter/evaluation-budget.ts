/**
 * Limits the evaluated expressions of a cell and of a notebook, because nested loops of calls could run
 * forever. It counts, and stops nothing itself.
 */
import type { Trail } from './trail.ts';

/** The limit for a cell. */
const CELL_EVALUATIONS = 10_000;
/** The limit for a notebook; each further cell gets only `LATER_CELL_EVALUATIONS`. */
const NOTEBOOK_EVALUATIONS = 30_000;
const LATER_CELL_EVALUATIONS = 500;

/** Counts the evaluated expressions of a cell. */
export class EvaluationBudget {
  readonly #trail: Trail;
  /** The evaluations in the cells before this one. */
  #spent = 0;
  #evaluations = 0;
  #limit = CELL_EVALUATIONS;

  constructor(trail: Trail) {
    this.#trail = trail;
  }

  /** Begins with a cell. */
  begin(): void {
    const spent = this.#spent;
    const evaluations = this.#evaluations;
    this.#trail.note(() => {
      this.#spent = spent;
      this.#evaluations = evaluations;
    });
    this.#spent += this.#evaluations;
    this.#evaluations = 0;
    this.#limit = this.#spent < NOTEBOOK_EVALUATIONS ? CELL_EVALUATIONS : LATER_CELL_EVALUATIONS;
  }

  /** Counts an evaluation; false after the limit of the cell. */
  count(): boolean {
    return ++this.#evaluations <= this.#limit;
  }

  /** Whether the cell has used up its evaluations. */
  get isUsedUp(): boolean {
    return this.#evaluations > this.#limit;
  }
}
