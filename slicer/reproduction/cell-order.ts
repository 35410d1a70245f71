/** In which order a notebook's cells run when it is run again. It looks at texts and stored counts alone. */

import {
  analyzeLiveness,
  environmentWith,
  type LibraryKnowledge,
  parseCell,
  type StaticEnvironment,
} from '../static/index.ts';

/** `page`: as they stand. `counter`: as the stored counts say. `dependence`: as they stand, but whoever defines a name before its users. */
export type CellOrder = 'page' | 'counter' | 'dependence';

/** From the cheapest to the boldest. */
export const CELL_ORDERS: readonly [CellOrder, ...CellOrder[]] = ['page', 'counter', 'dependence'];

/** The orders to try; the first is the one that is told of a notebook of which nothing runs. */
export function ordersOf(wanted: CellOrder | 'auto'): readonly [CellOrder, ...CellOrder[]] {
  return wanted === 'auto' ? CELL_ORDERS : [wanted];
}

/** A code cell with the count it was saved with. */
export interface OrderedCell {
  readonly source: string;
  readonly executionCount: number | null;
}

/** The cells that run, in their order. By counter, cells that have no count do not run: nothing says that they ever did. */
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

/** A stable order: a cell waits for cells below it only if they alone define a name that it, or a function that it calls, reads. */
function byDependence<T extends OrderedCell>(cells: readonly T[], library: LibraryKnowledge): readonly T[] {
  const parsed = cells.map(({ source }) => parseCell(source));
  // functions that are defined below count: those cells run first then
  const environment = parsed.reduce<StaticEnvironment>(
    (known, cell) => analyzeLiveness(cell, known).environment,
    environmentWith(library),
  );
  const names = parsed.map((cell) => analyzeLiveness(cell, environment));
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
