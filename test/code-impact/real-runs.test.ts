/** Answers about generated notebooks, played: safe paths, failures, settled cells. `npm run fuzz -- what-if` takes other seeds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { HostPool, testPython } from '../harness/host.ts';
import { checkAnswers } from './check-answers.ts';

let host: HostPool;
beforeAll(async () => {
  host = new HostPool(1, await testPython(), ['pandas']);
});
afterAll(() => host.close());

describe('answers are what really happens', { timeout: 120_000 }, () => {
  test.each([1, 2, 3])('seed %i', async (seed) => {
    const { counts, wrong } = await checkAnswers(host, seed, shippedLibrary());
    expect(wrong).toEqual([]);
    expect(counts.safe.asked + counts.settled.asked).toBeGreaterThan(0);
  });
});
