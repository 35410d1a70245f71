/**
 * Any-order mode: cells count in the order in which they were run, wherever they stand. A cell that is asked for comes last, and the
 * cells that read what it writes come after it, as if they ran then; what settled cells, needs and plans are stays defined over this
 * order. Cells that have not run come at the end, as they stand. Order without changes of cells; it runs nothing.
 */

import { type CellId, GLOBALS } from '../model.ts';
import type { Settlement, Standing } from './settlement.ts';

/** An order of cells, and which of them have a new place in it because of what was asked for or has run. */
export interface RunOrder {
  readonly order: readonly CellId[];
  readonly moved: ReadonlySet<CellId>;
}

/** The order that a notebook begins with: cells that are settled as they stand, the others that ran as they ran, then the unrun ones. */
export function firstOrder(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  notebook: readonly CellId[],
): readonly CellId[] {
  const exec = (cell: CellId): number => settlement.execution(cell)?.exec ?? 0;
  const isSettled = (cell: CellId): boolean =>
    ['settled', 'failed'].includes(standings.get(cell)?.type ?? 'unrun');
  const others = notebook.filter((cell) => !isSettled(cell));
  const ran = others.filter((cell) => exec(cell) > 0).toSorted((a, b) => exec(a) - exec(b));
  return [...notebook.filter(isSettled), ...ran, ...others.filter((cell) => exec(cell) === 0)];
}

/** The order when cells came to the notebook, or went. */
export function keptOrder(before: readonly CellId[], notebook: readonly CellId[]): readonly CellId[] {
  const [known, there] = [new Set(before), new Set(notebook)];
  return [...before.filter((cell) => there.has(cell)), ...notebook.filter((cell) => !known.has(cell))];
}

/** Cells that keep their places. */
export interface Placed {
  /** Cells that have not run and are about to. */
  readonly due: ReadonlySet<CellId>;
  /** Cells that follow nobody. */
  readonly stays: ReadonlySet<CellId>;
}

/** The order in which cells are about to run that somebody asks for: they come last, each after what only cells define that have no place yet. */
export function orderToRun(
  settlement: Settlement,
  notebook: readonly CellId[],
  asked: readonly CellId[],
  placed: Placed,
): RunOrder {
  const places = new Places(settlement, notebook, placed);
  places.begin(new Set(asked));
  for (const cell of asked) places.append(cell);
  places.follow();
  return places.end();
}

/** The order after cells have written something: those before them that would find it, if they ran now, come last. */
export function orderAfterWrites(
  settlement: Settlement,
  notebook: readonly CellId[],
  writers: readonly CellId[],
  placed: Placed,
): RunOrder {
  const places = new Places(settlement, notebook, placed);
  places.begin(new Set());
  for (const cell of writers) places.lead(cell);
  places.follow();
  return places.end();
}

/** Works out an order by moving cells to its end; the positions of the settlement's cells are used for that. */
class Places {
  readonly #settlement: Settlement;
  readonly #notebook: readonly CellId[];
  readonly #placed: Placed;
  readonly #moved = new Set<CellId>();
  /** Cells that others follow. */
  readonly #leaders = new Set<CellId>();
  #lastLeader = -1;
  #first: readonly CellId[] = [];

  constructor(settlement: Settlement, notebook: readonly CellId[], placed: Placed) {
    this.#settlement = settlement;
    this.#notebook = notebook;
    this.#placed = placed;
  }

  /** Begins with the cells that have a place, without some. */
  begin(without: ReadonlySet<CellId>): void {
    const settlement = this.#settlement;
    const isPlaced = (cell: CellId): boolean =>
      settlement.execution(cell) !== null || this.#placed.due.has(cell);
    this.#first = settlement.order.filter((cell) => !without.has(cell) && isPlaced(cell));
    settlement.expected.arrange(this.#first);
  }

  /** Others follow a cell that stays where it is. */
  lead(cell: CellId): void {
    this.#leaders.add(cell);
    this.#lastLeader = Math.max(this.#lastLeader, this.#settlement.expected.positionOf(cell));
  }

  /** Puts a cell at the end; before it the cells that define what it reads, if nobody does that has a place. Chains may be long. */
  append(cell: CellId): void {
    const pending = [cell];
    const begun = new Set<CellId>();
    for (let each = pending.at(-1); each !== undefined; each = pending.at(-1)) {
      begun.add(each);
      const definer = this.#moved.has(each) ? null : this.#missingDefiner(each, begun);
      if (definer !== null) {
        pending.push(definer);
        continue;
      }
      pending.pop();
      if (!this.#moved.has(each)) this.#moveToEnd(each);
    }
  }

  /** Puts those at the end that read what the cells write that others follow, and those that read what these write. */
  follow(): void {
    const may = (cell: CellId): boolean =>
      !this.#moved.has(cell) &&
      !this.#leaders.has(cell) &&
      !this.#placed.stays.has(cell) &&
      this.#settlement.standsAsRan(cell);
    for (let found = true; found; ) {
      found = false;
      for (const cell of this.#first) if (may(cell) && this.#follows(cell)) found = true;
    }
  }

  end(): RunOrder {
    const rest = new Set(this.#notebook);
    const placed = [...this.#first.filter((cell) => !this.#moved.has(cell)), ...this.#moved];
    for (const cell of placed) rest.delete(cell);
    this.#settlement.expected.arrange(this.#settlement.order);
    return { order: [...placed, ...rest], moved: this.#moved };
  }

  /** What a cell writes that has not run, its run will tell; a gate may keep it from running at all. */
  #moveToEnd(cell: CellId): void {
    this.#settlement.expected.moveToEnd(cell);
    this.#moved.add(cell);
    if (this.#settlement.execution(cell) !== null) this.lead(cell);
  }

  /** Whether the cell, at the end, would find what a cell wrote that others follow and that it stood before; if so it stays there. */
  #follows(cell: CellId): boolean {
    const { expected } = this.#settlement;
    const before = expected.positionOf(cell);
    if (before > this.#lastLeader) return false;
    expected.moveToEnd(cell);
    const isAhead = (writer: CellId): boolean =>
      this.#leaders.has(writer) && expected.positionOf(writer) > before;
    const reads = this.#settlement.reads(cell);
    if (reads.some((read) => expected.find(read, cell).some((writer) => isAhead(writer.cell)))) {
      this.#moveToEnd(cell);
      return true;
    }
    expected.moveTo(cell, before);
    return false;
  }

  /**
   * A cell without a place that defines a name which the cell reads and nobody with a place defines: the next one above that writes it, as
   * in order, else one below that binds it.
   */
  #missingDefiner(cell: CellId, begun: ReadonlySet<CellId>): CellId | null {
    const { expected, names } = this.#settlement;
    const at = this.#notebook.indexOf(cell);
    for (const name of this.#namesRead(cell)) {
      const location = { object: GLOBALS, field: name };
      if (expected.find(location, cell).length > 0) continue;
      const writers = expected.cellsThatWrite(location);
      const isOpen = (other: CellId): boolean =>
        writers.has(other) && !begun.has(other) && expected.positionOf(other) === Number.POSITIVE_INFINITY;
      const found =
        this.#notebook.slice(0, at).findLast(isOpen) ??
        this.#notebook.slice(at + 1).find((other) => isOpen(other) && names.of(other)?.writes.has(name));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** What its text changes, but need not find, does not count. */
  #namesRead(cell: CellId): Iterable<string> {
    const settlement = this.#settlement;
    if (!settlement.standsAsRan(cell)) return settlement.names.of(cell)?.live ?? [];
    return settlement.reads(cell).flatMap(({ object, field }) => (object === GLOBALS ? [field] : []));
  }
}
