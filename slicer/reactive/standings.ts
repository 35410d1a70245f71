/**
 * The standing of each cell: whether the cell is settled, and if not, why. It judges again only cells that a
 * change concerns, and then goes through all cells in their order.
 */

import type { CellId } from '../records/execution-record.ts';
import type { CellAccesses } from './cell-accesses.ts';
import { executionFacts } from './execution-facts.ts';
import type { Judgement } from './judge.ts';
import { OpenBindings } from './open-bindings.ts';
import { OpenChanges } from './open-changes.ts';
import type { Change } from './read-comparison.ts';

/**
 * `unrun`: not run in this kernel; `edited`: the text changed its meaning after the run; `fresh`: the cell
 * has new inputs, and all of them are settled; `stale`: an input is not settled itself; `failed`: settled,
 * with an error.
 */
export type StandingType = 'unrun' | 'edited' | 'fresh' | 'stale' | 'settled' | 'failed';

/** The standing of a cell. */
export interface Standing {
  readonly type: StandingType;
  readonly changes: readonly Change[];
  /** The cells whose writes it would find, and the unsettled ones among them. */
  readonly sources: ReadonlySet<CellId>;
  readonly waits: readonly CellId[];
}

/** Judges the cells of a notebook. */
export class Standings {
  readonly #accesses: CellAccesses;
  readonly #judgements = new Map<CellId, Judgement>();

  constructor(accesses: CellAccesses) {
    this.#accesses = accesses;
  }

  /** The standing of every cell. `frozen`: cells that count as settled, whatever they show. */
  of(frozen: ReadonlySet<CellId> = NO_CELLS): ReadonlyMap<CellId, Standing> {
    const { cells, order, expected, readers, versions } = this.#accesses;
    for (const cell of this.#accesses.takeChanged()) {
      const known = cells.get(cell);
      if (known) this.#judgements.set(cell, this.#accesses.judge.judge(cell, known, this.#accesses));
      else this.#judgements.delete(cell);
    }
    const found = new Map<CellId, Standing>();
    const unsettled = new Set<CellId>();
    /**
     * For cells above that change objects: the unsettled ones, and the last execution of the others that
     * changed values.
     */
    const unsure = new Set<CellId>();
    const open = new OpenChanges(expected, this.#accesses.objects);
    const bindings = new OpenBindings(expected);
    let lastChange = 0;
    for (const cell of order) {
      const { changes, equal, sources, pending } = this.#judgements.get(cell) ?? NO_JUDGEMENT;
      const waiting = pending.size > 0 ? [...pending] : [];
      if (unsettled.size > 0) for (const source of sources) if (unsettled.has(source)) waiting.push(source);
      const exec = cells.execution(cell)?.exec ?? 0;
      let changed = changes.length > 0;
      if (changed && equal && lastChange < exec) {
        changed = false;
        for (const above of unsure) waiting.push(above);
      }
      for (const above of open.concerning(cell, readers.objectsOf(cell))) waiting.push(above);
      for (const above of bindings.concerning(cell, readers.namesOf(cell))) waiting.push(above);
      // (most cells wait for nothing, and each step asks for all)
      const waits =
        waiting.length === 0 ? NO_WAITS : [...new Set(waiting)].filter((source) => !frozen.has(source));
      const type = this.#type(cell, changed, waits.length > 0);
      if (this.#changesObjects(cell)) {
        if (type !== 'settled' && type !== 'failed') open.add(cell, this.#namesChanged(cell));
        if (type !== 'settled') unsure.add(cell);
        else lastChange = Math.max(lastChange, versions.equalInAll(exec));
      }
      if (type !== 'settled' && type !== 'failed' && !(frozen.has(cell) && type !== 'unrun')) {
        unsettled.add(cell);
        if (type === 'stale' || type === 'fresh') bindings.add(cell, this.#namesLeft(cell));
      }
      found.set(cell, { type, changes: changed ? changes : NO_CHANGES, sources, waits });
    }
    return found;
  }

  #type(cell: CellId, changed: boolean, waits: boolean): StandingType {
    const { cells } = this.#accesses;
    const execution = cells.execution(cell);
    if (execution === null) return 'unrun';
    if (!cells.standsAsRan(cell)) return 'edited';
    if (waits) return 'stale';
    if (changed) return 'fresh';
    return execution.status === 'error' || execution.status === 'interrupted' ? 'failed' : 'settled';
  }

  /** Whether a cell changes objects, or may by its text. */
  #changesObjects(cell: CellId): boolean {
    const { execution } = this.#accesses.cells.of(cell);
    if (execution === null || !this.#accesses.cells.standsAsRan(cell))
      return (this.#accesses.names.of(cell)?.mutates.size ?? 0) > 0;
    return executionFacts(execution).changesObjects;
  }

  /** The names of the objects that a cell changed, or that its text would change. */
  #namesChanged(cell: CellId): ReadonlySet<string> {
    const { execution } = this.#accesses.cells.of(cell);
    if (execution !== null && this.#accesses.cells.standsAsRan(cell))
      return this.#namesOf(executionFacts(execution).objectsWritten);
    const names = new Set(this.#accesses.names.of(cell)?.mutates);
    for (const name of [...names]) {
      for (const other of this.#accesses.objects.of(this.#accesses.objects.objectOf(name) ?? ''))
        names.add(other);
    }
    return names;
  }

  /** All names, present and past, of these objects. */
  #namesOf(tokens: Iterable<string>): ReadonlySet<string> {
    const names = new Set<string>();
    for (const token of tokens)
      for (const name of this.#accesses.objects.of(this.#accesses.graph.scoped(token))) names.add(name);
    return names;
  }

  /** The names that a cell may bind or delete, and did not in its last run. */
  #namesLeft(cell: CellId): string[] {
    const { execution } = this.#accesses.cells.of(cell);
    const text = this.#accesses.names.of(cell);
    if (execution === null || text === undefined) return [];
    const bound = executionFacts(execution).namesBound;
    return [...text.writes, ...text.deletes].filter((name) => !bound.has(name));
  }
}

const NO_CELLS: ReadonlySet<CellId> = new Set();
const NO_WAITS: readonly CellId[] = [];
const NO_CHANGES: readonly Change[] = [];
const NO_JUDGEMENT: Judgement = { changes: [], equal: false, sources: NO_CELLS, pending: NO_CELLS };
