/** The order of a notebook's cells in a new run, from texts and stored counts alone. */

import { type LibraryKnowledge, RunNames } from '../static/index.ts';

/**
 * `page`: page order. `counter`: the order of the stored counts. `dependence`: page order, but a cell that
 * defines a name comes before its users.
 */
export type CellOrder = 'page' | 'counter' | 'dependence';

/** From the cheapest to the boldest. */
export const CELL_ORDERS: readonly [CellOrder, ...CellOrder[]] = ['page', 'counter', 'dependence'];

/** The orders to try; the first is reported for a notebook in which nothing runs. */
export function ordersOf(wanted: CellOrder | 'auto'): readonly [CellOrder, ...CellOrder[]] {
  return wanted === 'auto' ? CELL_ORDERS : [wanted];
}

/** A code cell with its stored count. */
export interface OrderedCell {
  readonly source: string;
  readonly executionCount: number | null;
}

/** The cells to run, in order. By counter, cells without a count do not run, because they may never have run. */
export function orderCells<T extends OrderedCell>(
  cells: readonly T[],
  order: CellOrder,
  library: LibraryKnowledge,
): readonly T[] {
  switch (order) {
    case 'page':
      return cells;
    case 'counter':
      return cells
        .filter(({ executionCount }) => executionCount !== null)
        .sort((a, b) => (a.executionCount ?? 0) - (b.executionCount ?? 0));
    case 'dependence':
      return byDependence(cells, library);
  }
}

/**
 * A stable order: a cell waits for cells below only if they alone define a name that the cell reads, directly
 * or in a called function.
 */
function byDependence<T extends OrderedCell>(cells: readonly T[], library: LibraryKnowledge): readonly T[] {
  const runs = new RunNames(library);
  // functions defined below count, because their cells will run first
  for (const { source } of cells) runs.ran(source);
  const names = cells.map(({ source }) => runs.of(source));
  const firstDefiner = new Map<string, number>();
  for (const [at, { writes }] of names.entries()) {
    for (const name of writes) if (!firstDefiner.has(name)) firstDefiner.set(name, at);
  }
  const needs = names.map(({ readings }, at) => {
    const needed = [...readings].filter(([, reading]) => reading !== 'harmless');
    const below = needed.map(([name]) => firstDefiner.get(name) ?? 0).filter((definer) => definer > at);
    return new Set(below);
  });
  const ordered: number[] = [];
  const state = new Map<number, 'waits' | 'placed'>();
  const place = (at: number): void => {
    if (state.has(at)) return; // in a circle the order of the page decides
    state.set(at, 'waits');
    for (const needed of needs[at]!) place(needed);
    state.set(at, 'placed');
    ordered.push(at);
  };
  for (const at of cells.keys()) place(at);
  return ordered.map((at) => cells[at]!);
}
