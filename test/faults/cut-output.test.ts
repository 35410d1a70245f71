/** Shortened output is compared as a whole, and never taken for the same because of equal ends. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, sessionText, sluice } from '../cli/sluice.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIDDLE = {
  same: '"z" * 1_000_000',
  other: '__import__("os").urandom(500_000).hex()',
};

let folder: Folder;
beforeAll(() => {
  const session = (middle: string): string =>
    sessionText([`print("x" * 1_000_000, end="")\nprint(${middle}, end="")\nprint("y" * 250_000)`]);
  folder = makeFolder({ 'same.jsonl': session(MIDDLE.same), 'other.jsonl': session(MIDDLE.other) });
});
afterAll(() => folder.remove());

const gather = (name: string, ...options: string[]): ReturnType<typeof sluice> =>
  sluice([
    'gather',
    `${folder.path}/${name}.jsonl`,
    '--exec',
    '1',
    '--verify',
    '--output-limit',
    '1',
    ...options,
  ]);

test('the same all through is verified', async () => {
  const { code, stdout } = await gather('same');
  expect(stdout).toContain('verified');
  expect(code).toBe(0);
});

test('something else between the same ends is a difference', async () => {
  const { code, stdout, stderr } = await gather('other');
  expect(`${stdout}${stderr}`).toMatch(
    /2250001 characters and 0 displays \(SHA-256 [0-9a-f]{64}\) became one with 2250001/,
  );
  expect(code).toBe(1);
});
