/** Statistics against values of SciPy. */

import { describe, expect, test } from 'vitest';
import { bootstrapMean, mean, median, quantile, sampleOf, signedRank } from '../../../slicer/index.ts';

const pairs = (a: readonly number[], b: readonly number[]) => a.map((value, i) => [value, b[i]!] as const);

describe('the signed-rank test', () => {
  test('is exact for few pairs', () => {
    const found = signedRank(pairs([1.1, 2.3, 3.6, 4.9, 6.0, 7.5, 8.8], [1, 2, 3, 4, 5, 6, 7]));
    expect(found).toEqual({ w: 0, n: 7, p: 0.015625 });
  });

  test('leaves out pairs that do not differ, and shares ranks', () => {
    const a = [125, 115, 130, 140, 140, 115, 140, 125, 140, 135];
    const b = [110, 122, 125, 120, 140, 124, 123, 137, 135, 145];
    const { w, n, p } = signedRank(pairs(a, b));
    expect([w, n]).toEqual([18, 9]);
    expect(p).toBeCloseTo(0.632, 1);
  });

  test('goes over to the normal distribution without a step', () => {
    const many = (count: number) =>
      signedRank(Array.from({ length: count }, (_, i) => [i % 5 === 0 ? -i - 1 : (i + 1) / 4, 0] as const)).p;
    expect(Math.abs(many(150) - many(151))).toBeLessThan(0.01);
  });

  test('says nothing of pairs that are alike', () => {
    expect(signedRank([[1, 1]])).toEqual({ w: 0, n: 0, p: 1 });
    expect(signedRank([])).toEqual({ w: 0, n: 0, p: 1 });
  });
});

test('quantiles lie between neighbours', () => {
  expect([mean([1, 2, 6]), median([4, 1, 3, 2]), quantile([1, 2, 3, 4], 0.9)]).toEqual([3, 2.5, 3.7]);
  expect(median([])).toBeNaN();
});

test('a bootstrap is the same for the same seed, and holds the mean', () => {
  const values = Array.from({ length: 50 }, (_, i) => (i * 37) % 50);
  const found = bootstrapMean(values, 7);
  expect(bootstrapMean(values, 7)).toEqual(found);
  expect(found.low).toBeLessThan(found.mean);
  expect(found.high).toBeGreaterThan(found.mean);
  // the standard error is 2.04
  expect(found.high - found.low).toBeGreaterThan(7);
  expect(found.high - found.low).toBeLessThan(9);
});

describe('a lot', () => {
  test('draws so many, in their order, the same for the same seed', () => {
    const values = [...Array(30).keys()];
    const found = sampleOf(values, 5, 3);
    expect(found).toHaveLength(5);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(sampleOf(values, 5, 3)).toEqual(found);
    expect(sampleOf(values, 5, 4)).not.toEqual(found);
    expect(sampleOf([1, 2], 5, 1)).toEqual([1, 2]);
  });

  test('gives each the same chance', () => {
    const drawn = Array.from({ length: 4000 }, (_, seed) => sampleOf(['a', 'b', 'c', 'd'], 1, seed)[0]);
    for (const each of 'abcd') {
      const share = drawn.filter((value) => value === each).length / drawn.length;
      expect(Math.abs(share - 0.25)).toBeLessThan(0.05);
    }
  });
});
