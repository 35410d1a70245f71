/** In which order a notebook's cells run when it is run again. It looks at texts and stored counts alone. */

import { analyzeLiveness, EMPTY_ENVIRONMENT, parseCell, type StaticEnvironment } from '../static/index.ts';

/** `page`: as they stand. `counter`: as the stored counts say. `dependence`: as they stand, but whoever defines a name before its users. */
export type CellOrder = 'page' | 'counter' | 'dependence';

/** From the cheapest to the boldest. */
export const CELL_ORDERS: readonly CellOrder[] = ['page', 'counter', 'dependence'];

/** A code cell with the count it was saved with. */
export interface OrderedCell {
  readonly source: string;
  readonly executionCount: number | null;
}

/** The cells that run, in their order. By counter, cells that have no count do not run: nothing says that they ever did. */
export function orderCells<T extends OrderedCell>(cells: readonly T[], order: CellOrder): readonly T[] {
  switch (order) {
    case 'page':
      return cells;
    case 'counter':
      return cells
        .filter(({ executionCount }) => executionCount !== null)
        .sort((a, b) => (a.executionCount ?? 0) - (b.executionCount ?? 0));
    case 'dependence':
      return byDependence(cells);
  }
}

/** A stable order: a cell waits for cells below it only if they alone define a name that it surely reads. */
function byDependence<T extends OrderedCell>(cells: readonly T[]): readonly T[] {
  const definers = new Map<string, number[]>();
  let environment: StaticEnvironment = EMPTY_ENVIRONMENT;
  const names = cells.map((cell) => {
    const found = analyzeLiveness(parseCell(cell.source), environment);
    environment = found.environment;
    return found;
  });
  for (const [at, { writes }] of names.entries()) {
    for (const name of writes) definers.set(name, [...(definers.get(name) ?? []), at]);
  }
  const needs = names.map(({ readings }, at) => {
    const below = new Set<number>();
    for (const [name, reading] of readings) {
      const found = definers.get(name) ?? [];
      if (reading === 'surely' && found.length > 0 && found[0]! > at) below.add(found[0]!);
    }
    return below;
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
