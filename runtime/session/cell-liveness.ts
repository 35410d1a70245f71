/** Live and dead names of cells' text, with the functions that earlier executions defined; analyses are kept per text. */

import {
  analyzeExecution,
  analyzeLiveness,
  type CellNames,
  EMPTY_ENVIRONMENT,
  parseCell,
} from '../../slicer/index.ts';

/** Follows executions, so that a call of a notebook function adds the names its body reads. */
export class CellLiveness {
  #environment = EMPTY_ENVIRONMENT;
  readonly #known = new Map<string, CellNames>();

  /** The names of a source if it ran now. */
  namesOf(source: string): CellNames {
    const known = this.#known.get(source);
    if (known) return known;
    const names = analyzeLiveness(parseCell(source), this.#environment);
    this.#known.set(source, names);
    return names;
  }

  /** A cell ran: what it defines counts from now on. */
  ran(source: string): void {
    if (!/\b(?:def|class|lambda)\b/.test(source)) return;
    this.#environment = analyzeExecution(source, this.#environment).environment;
    this.#known.clear();
  }

  /** The kernel forgot everything. */
  restart(): void {
    this.#environment = EMPTY_ENVIRONMENT;
    this.#known.clear();
  }
}
