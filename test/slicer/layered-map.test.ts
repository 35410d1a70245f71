/** Layered maps beside plain ones, through many changes. */

import { expect, test } from 'vitest';
import { changedMap } from '../../slicer/static/layered-map.ts';
import { randomNumbers } from '../bench/random-numbers.ts';

test('a layered map is what a plain one would be, and older states stay as they were', () => {
  const below = randomNumbers(3);
  const plain = new Map<string, number>();
  let layered: ReadonlyMap<string, number> = new Map();
  let kept: { readonly map: ReadonlyMap<string, number>; readonly entries: readonly string[] } | null = null;
  const entriesOf = (map: ReadonlyMap<string, number>) => [...map].map(String).sort();
  for (let round = 0; round < 500; round += 1) {
    const gone = [`k${below(40)}`];
    const fresh = Array.from({ length: below(3) }, () => [`k${below(40)}`, below(9)] as const);
    for (const key of gone) plain.delete(key);
    for (const [key, value] of fresh) plain.set(key, value);
    layered = changedMap(layered, gone, fresh);
    expect(entriesOf(layered)).toEqual(entriesOf(plain));
    expect(layered.size).toBe(plain.size);
    expect([...layered.keys()].every((key) => layered.has(key) && layered.get(key) === plain.get(key))).toBe(
      true,
    );
    expect(layered.has('k40')).toBe(false);
    if (kept !== null) expect(entriesOf(kept.map)).toEqual(kept.entries);
    if (round % 50 === 0) kept = { map: layered, entries: entriesOf(layered) };
  }
});
