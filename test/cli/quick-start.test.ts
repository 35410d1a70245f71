/** Quick commands start from compiled code, which they take from nobody else. */

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sluice } from './sluice.ts';

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-quick-'));
  folder = join(home, 'compiled');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const version = async () => (await sluice(['--version'], { env: { SLUICE_HOME: home } })).stdout;
const compiled = () => join(folder, readdirSync(folder)[0]!);

test('the first run compiles, and later runs read', async () => {
  const printed = await version();
  expect(printed).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect([folder, compiled()].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  const { mtimeMs } = statSync(compiled());
  expect(await version()).toBe(printed);
  expect(statSync(compiled()).mtimeMs).toBe(mtimeMs);
});

test('a damaged file is compiled again', async () => {
  const printed = await version();
  writeFileSync(compiled(), 'damaged');
  expect(await version()).toBe(printed);
  expect(readFileSync(compiled()).length).toBeGreaterThan(10_000);
});

test('a folder that others may write is left alone', async () => {
  await version();
  chmodSync(folder, 0o777);
  writeFileSync(compiled(), 'of somebody');
  expect(await version()).toMatch(/^\d/);
  expect(readFileSync(compiled(), 'utf8')).toBe('of somebody');
});
