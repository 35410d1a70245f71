/** The deletion search: the rest keeps the property, nothing more can go, and the search can end at any time. */

import { asyncProperty, assert as check, integer, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { deleteNeedless } from '../../slicer/gather/delete-needless.ts';

const PIECES = Array.from({ length: 24 }, (_, index) => index);

test('exactly the pieces that are needed stay', async () => {
  await check(
    asyncProperty(subarray(PIECES), async (needed) => {
      const { kept, minimal } = await deleteNeedless(PIECES, async (left) =>
        needed.every((n) => left.includes(n)),
      );
      expect(kept).toEqual(needed);
      expect(minimal).toBe(true);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('nothing more can go where pieces go only together, and no test is done twice', async () => {
  await check(
    asyncProperty(integer({ min: 2, max: 5 }), async (group) => {
      // a piece is of use only to the next one of its group
      const tried = new Set<string>();
      const holds = async (left: readonly number[]): Promise<boolean> => {
        expect(tried.has(left.join(' '))).toBe(false);
        tried.add(left.join(' '));
        return left.every((n) => n % group === 0 || left.includes(n - 1));
      };
      const { kept, minimal } = await deleteNeedless(PIECES, holds);
      expect([kept, minimal]).toEqual([[], true]);
    }),
    { seed: 1, numRuns: 20 },
  );
});

test.each([0, 1, 5, 10])('ended after %i tests, it has what still holds', async (limit) => {
  let tried = 0;
  const needed = [3, 17];
  const holds = async (left: readonly number[]): Promise<boolean> => needed.every((n) => left.includes(n));
  const found = await deleteNeedless(PIECES, holds, () => tried++ < limit);
  expect(found.minimal).toBe(false);
  expect(found.tried).toBe(limit);
  expect(needed.every((n) => found.kept.includes(n))).toBe(true);
});

test('few tests are done where little is needed', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => index);
  const { kept, tried } = await deleteNeedless(many, async (left) => left.includes(500));
  expect(kept).toEqual([500]);
  expect(tried).toBeLessThan(40);
});
