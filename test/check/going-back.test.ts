/** A follower that went back finds the same leaks as a new follower: the cases of leaks, in several orders of runs. */
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { followRuns, RunFollower } from '../../slicer/leakage/index.ts';
import { ruleCases } from './cases.ts';

const library = shippedLibrary();
const cases = [...ruleCases()].flatMap(([rule, all]) => (rule.startsWith('leak-') ? all : []));

/** All cells; without each; with each once more; the other way round. */
function ordersOf(cells: readonly string[]): readonly (readonly string[])[] {
  const without = cells.map((_, left) => cells.filter((_, i) => i !== left));
  const again = cells.map((cell) => [...cells, cell, cells.at(-1)!]);
  return [cells, ...without, ...again, cells.toReversed(), cells];
}

test.each(cases)('$name', ({ cells }) => {
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell : 'code' in cell ? cell.code : ''));
  const follower = new RunFollower(library);
  for (const order of ordersOf(texts)) {
    expect(follower.leaksOf(order)).toEqual(followRuns(order, library).leaks);
  }
});
