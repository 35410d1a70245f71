/** Which cells reactive mode would run next. It runs nothing. */

import { LocationMap } from '../location-map.ts';
import type { CellId } from '../model.ts';
import type { CellInputs } from './cell-inputs.ts';
import type { Readers } from './readers.ts';
import type { Visibility } from './visibility.ts';

/** The given cells, and every cell that has run and reads what a planned cell writes that it sees. */
export function reactivePlan(
  seeds: Iterable<CellInputs>,
  readers: Readers,
  visibility: Visibility,
): ReadonlySet<CellId> {
  const planned = new Map<CellId, CellInputs>();
  for (const seed of seeds) planned.set(seed.cell, seed);
  /** From where on the readers of a location have been planned. */
  const followed = new LocationMap<number>();
  // cells that are added meanwhile are visited too
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
  return new Set(planned.keys());
}
