/**
 * The names that cells' texts read and write, each in the environment that the cells above it leave (functions of the notebook,
 * names that share an object). Kept per text: one edited cell is analysed again, and those below it whose words mean something else now.
 */

import type { CellId } from '../model.ts';
import {
  analyzeLiveness,
  type CellLiveness,
  changedWords,
  environmentWith,
  type LibraryKnowledge,
  type ParsedCell,
  parseCell,
  type StaticEnvironment,
} from '../static/index.ts';

interface Analysed {
  readonly parsed: ParsedCell;
  readonly environment: StaticEnvironment;
  readonly liveness: CellLiveness;
}

/** Analyses of a notebook's cells. */
export class StaticNames {
  readonly #beginning: StaticEnvironment;
  #cells = new Map<CellId, Analysed>();

  constructor(library: LibraryKnowledge) {
    this.#beginning = environmentWith(library);
  }

  /** Takes the cells as they stand, in order. */
  update(order: readonly CellId[], sources: ReadonlyMap<CellId, string>): void {
    const cells = new Map<CellId, Analysed>();
    let environment = this.#beginning;
    for (const cell of order) {
      const analysed = analysedIn(this.#cells.get(cell), sources.get(cell) ?? '', environment);
      cells.set(cell, analysed);
      environment = analysed.liveness.environment;
    }
    this.#cells = cells;
  }

  /** The names of a cell of the notebook; the same object while nothing has changed. */
  of(cell: CellId): CellLiveness | undefined {
    return this.#cells.get(cell)?.liveness;
  }

  parsed(cell: CellId): ParsedCell | undefined {
    return this.#cells.get(cell)?.parsed;
  }
}

function analysedIn(known: Analysed | undefined, source: string, environment: StaticEnvironment): Analysed {
  if (known?.parsed.source === source && known.environment === environment) return known;
  const parsed = known?.parsed.source === source ? known.parsed : parseCell(source);
  const liveness = analyzeLiveness(parsed, environment);
  if (known === undefined) return { parsed, environment, liveness };
  // cells below need not be looked at again when they would find the same
  const same = changedWords(known.liveness.environment, liveness.environment).size === 0;
  const kept = same ? { ...liveness, environment: known.liveness.environment } : liveness;
  return { parsed, environment, liveness: sameNames(known.liveness, kept) ? known.liveness : kept };
}

function sameNames(a: CellLiveness, b: CellLiveness): boolean {
  return (
    a.environment === b.environment &&
    a.unknownWrites === b.unknownWrites &&
    sameSet(a.live, b.live) &&
    sameSet(a.dead, b.dead) &&
    sameSet(a.writes, b.writes) &&
    sameSet(a.mutates, b.mutates) &&
    sameSet(a.deletes, b.deletes)
  );
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}
