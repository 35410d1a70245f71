/**
 * Any-order mode: cells count in the order of their runs, at any position in the notebook. A requested cell
 * comes last, and the readers of its writes come after it, as if they ran then. Settled cells, needs and
 * plans are defined over this order. Cells without a run come at the end, in notebook order. This file
 * computes orders and runs nothing.
 */

import type { CellId } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';

/** An order of cells, and the cells with a new position in it. */
export interface RunOrder {
  readonly order: readonly CellId[];
  readonly moved: ReadonlySet<CellId>;
}

/**
 * The first order of a notebook: settled cells in notebook order, other cells that ran in the order of their
 * runs, then cells without a run.
 */
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

/** The order after cells were added or removed. */
export function keptOrder(before: readonly CellId[], notebook: readonly CellId[]): readonly CellId[] {
  const [known, there] = [new Set(before), new Set(notebook)];
  return [...before.filter((cell) => there.has(cell)), ...notebook.filter((cell) => !known.has(cell))];
}

/** Cells with fixed positions. */
export interface Placed {
  /** Cells without a run that are about to run. */
  readonly due: ReadonlySet<CellId>;
  /** Cells that never follow another cell. */
  readonly stays: ReadonlySet<CellId>;
}

/**
 * The order for a request: the requested cells come last, each after the unplaced cells that alone define its
 * names.
 */
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

/** The order after writes: earlier cells that would read these writes, if they ran now, come last. */
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

/** Computes an order by moving cells to the end; it uses the positions in the settlement. */
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

  /** Begins with the placed cells, except some. */
  begin(without: ReadonlySet<CellId>): void {
    const settlement = this.#settlement;
    const isPlaced = (cell: CellId): boolean =>
      settlement.execution(cell) !== null || this.#placed.due.has(cell);
    this.#first = settlement.order.filter((cell) => !without.has(cell) && isPlaced(cell));
    settlement.expected.arrange(this.#first);
  }

  /** Marks a cell that others follow; its position stays. */
  lead(cell: CellId): void {
    this.#leaders.add(cell);
    this.#lastLeader = Math.max(this.#lastLeader, this.#settlement.expected.positionOf(cell));
  }

  /**
   * Moves a cell to the end, after unplaced cells that alone define its names. Works without recursion,
   * because chains may be long.
   */
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

  /** Moves the readers of the leaders' writes to the end, then the readers of these readers, and so on. */
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

  /**
   * Moves a cell to the end. A cell without a run leads only after its run, because a gate may stop it and
   * its writes are unknown.
   */
  #moveToEnd(cell: CellId): void {
    this.#settlement.expected.moveToEnd(cell);
    this.#moved.add(cell);
    if (this.#settlement.execution(cell) !== null) this.lead(cell);
  }

  /**
   * Whether the cell, moved to the end, would find a write of a leader that stood below it. If so, the cell
   * stays at the end.
   */
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
   * An unplaced cell that defines a name of the cell, if no placed cell does: the next writer above, as in
   * notebook order; otherwise a cell below that binds the name.
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

  /** The names that the cell must find; for a changed text without names that it only mutates. */
  #namesRead(cell: CellId): Iterable<string> {
    const settlement = this.#settlement;
    if (!settlement.standsAsRan(cell)) return settlement.names.of(cell)?.live ?? [];
    return settlement.reads(cell).flatMap(({ object, field }) => (object === GLOBALS ? [field] : []));
  }
}
