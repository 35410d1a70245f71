/** The power of highlights on sessions counted by hand. */

import { expect, test } from 'vitest';
import { PredictivePower } from '../../../slicer/index.ts';

const NONE = { stale: [], fresh: [], refreshers: [], reactive: [] };

test('a highlighted cell that runs next has the power of all cells over the highlighted ones', () => {
  const power = new PredictivePower();
  power.ran('a', ['a'], NONE);
  power.ran('b', ['a', 'b'], NONE);
  power.ran('c', ['a', 'b', 'c'], NONE);
  power.ran('a', ['a', 'b', 'c'], { ...NONE, stale: ['c'], fresh: ['b'], refreshers: ['b'] });
  power.ran('b', ['a', 'b', 'c'], { ...NONE, fresh: ['c'] });
  power.ran('a', ['a', 'b', 'c'], { ...NONE, stale: ['c'], fresh: ['b', 'c'] });
  power.ran('c', ['a', 'b', 'c'], NONE);
  const { fresh, stale, refresher, next, random } = power.sums;
  // before `b`: {b}, hit; before the second `a`: {c}, missed; before `c`: {b, c}, hit
  expect(fresh).toEqual({ count: 3, hits: 2, power: 3 + 1.5, cells: 4 });
  expect(stale).toEqual({ count: 2, hits: 1, power: 3, cells: 2 });
  expect(refresher).toEqual({ count: 1, hits: 1, power: 3, cells: 1 });
  // before the first `a` there is no cell below; before `b`, `b`; before `a`, `c`; before `c`, `b`
  expect(next).toEqual({ count: 3, hits: 1, power: 3, cells: 3 });
  expect(random).toEqual({ count: 4, hits: 4, power: 4, cells: 12 });
  expect(power.sums['new-fresh']).toEqual({ count: 3, hits: 1, power: 3, cells: 3 });
  expect(power.staleRuns).toBe(1);
});

test('runs of cells that were not there before foretell nothing', () => {
  const power = new PredictivePower();
  power.ran('a', ['a'], NONE);
  power.ran('b', ['a', 'b'], { ...NONE, fresh: ['a'] });
  power.ran('c', ['a', 'b', 'c'], NONE);
  expect(power.sums.random.count).toBe(0);
});
