/** Counts work instead of time, so that tests of growth do not depend on the machine: look-ups in the slicer's own structures. */

import { vi } from 'vitest';
import { GrowingInts } from '../../slicer/graph/growing-ints.ts';
import { LocationMap } from '../../slicer/graph/location-map.ts';

/** How many look-ups an action makes. */
export function countWork(action: () => void): number {
  const spies = [
    vi.spyOn(GrowingInts.prototype, 'at'),
    vi.spyOn(LocationMap.prototype, 'get'),
    vi.spyOn(LocationMap.prototype, 'forEachOverlapping'),
  ];
  try {
    action();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
