/**
 * Code that an object runs later: the body of a generator, the function that `map` was given. Taking an element in another cell runs the
 * code there. This file keeps the runs; it interprets nothing.
 */
import type { AbstractObject, CellCode } from './objects.ts';

/** A run that an object holds back. */
export interface LaterRun {
  /** The number of the cell that made the object, and so has the reads and changes of a first run. */
  readonly cell: number;
  /** The code in which the run stands. */
  readonly code: CellCode;
  readonly run: () => void;
}

/** The held back runs of objects. */
export class LaterRuns {
  readonly #runs = new WeakMap<AbstractObject, LaterRun>();
  readonly #running = new Set<AbstractObject>();

  /** The last run that an object got counts. */
  keep(object: AbstractObject, later: LaterRun): void {
    this.#runs.set(object, later);
  }

  /** Takes the run of an object in a cell, by a function that interprets it; the cell that made the object has run it already. */
  take(object: AbstractObject, cell: number, interpret: (later: LaterRun) => void): void {
    const later = this.#runs.get(object);
    if (later === undefined || later.cell === cell || this.#running.has(object)) return;
    this.#running.add(object);
    interpret(later);
    this.#running.delete(object);
  }
}
