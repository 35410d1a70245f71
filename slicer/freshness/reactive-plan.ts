/** The next cells of reactive mode, in order. Nothing runs here. */

import { LocationMap } from '../graph/location-map.ts';
import type { CellId } from '../records/execution-record.ts';
import type { CellInputs } from './cell-inputs.ts';
import type { Readers } from './readers.ts';
import type { Visibility } from './visibility.ts';

/**
 * The given cells, and every executed cell with a read from a visible planned cell: readers after writers,
 * otherwise in notebook order. Cells that read from each other stand in notebook order.
 */
export function reactivePlan(
  seeds: Iterable<CellInputs>,
  readers: Readers,
  visibility: Visibility,
): readonly CellId[] {
  const planned = new Map<CellId, CellInputs>();
  for (const seed of seeds) planned.set(seed.cell, seed);
  /** By location: the position from which its readers are planned already. */
  const followed = new LocationMap<number>();
  // the loop also visits cells added meanwhile
  for (const source of planned.values()) {
    const reach = visibility.reachOf(source.cell);
    for (const location of source.writes) {
      if ((followed.get(location) ?? Number.POSITIVE_INFINITY) <= reach) continue;
      followed.set(location, reach);
      readers.forEachReader(location, (reader) => {
        if (reader.exec !== null && visibility.sees(reader.cell, source.cell))
          planned.set(reader.cell, reader);
      });
    }
  }
  const cells = visibility.order.filter((cell) => planned.has(cell));
  return visibility.isNotebookOrder ? cells : sourcesFirst(cells, planned, readers);
}

/** The cells, each as early as notebook order and its writers allow. */
function sourcesFirst(
  cells: readonly CellId[],
  planned: ReadonlyMap<CellId, CellInputs>,
  readers: Readers,
): readonly CellId[] {
  const users = new Map<CellId, Set<CellId>>(cells.map((cell) => [cell, new Set()]));
  for (const [cell, found] of users) {
    for (const location of planned.get(cell)?.writes ?? [])
      readers.forEachReader(location, (user) => void found.add(user.cell));
  }
  const usersOf = (cell: CellId): CellId[] =>
    [...(users.get(cell) ?? [])].filter((user) => users.has(user) && !users.get(user)?.has(cell));
  const awaited = new Map<CellId, number>(cells.map((cell) => [cell, 0]));
  for (const cell of cells) for (const user of usersOf(cell)) awaited.set(user, (awaited.get(user) ?? 0) + 1);
  const left = new Set(cells);
  const placed: CellId[] = [];
  while (left.size > 0) {
    // in a circle of more than two cells, none is free
    const [first] = left;
    const next = [...left].find((cell) => awaited.get(cell) === 0) ?? first!;
    left.delete(next);
    placed.push(next);
    for (const user of usersOf(next)) awaited.set(user, (awaited.get(user) ?? 0) - 1);
  }
  return placed;
}
