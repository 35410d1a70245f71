import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireLock } from '../../runtime/python/build-lock.ts';

let directory: string;
const timing = { heartbeatMs: 50, staleMs: 500, pollMs: 10 };

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-lock-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('one holder at a time', async () => {
  const file = join(directory, 'shared');
  let holders = 0;
  let most = 0;
  const work = async () => {
    const lock = await acquireLock(file, () => {}, timing);
    holders += 1;
    most = Math.max(most, holders);
    await sleep(20);
    holders -= 1;
    lock.release();
    lock.release();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toBe(1);
  expect(readdirSync(directory)).toEqual([]);
});

test('a holder that works for longer than the stale time keeps its lock', async () => {
  const file = join(directory, 'long');
  const lock = await acquireLock(file, () => {}, timing);
  let waited = false;
  let taken = false;
  const other = acquireLock(file, () => (waited = true), timing).then((second) => {
    taken = true;
    second.release();
  });
  await sleep(1_200);
  expect({ waited, taken }).toEqual({ waited: true, taken: false });
  lock.release();
  await other;
  expect(existsSync(file)).toBe(false);
});

test('an untouched lock of another machine is taken over', async () => {
  const file = join(directory, 'abandoned');
  writeFileSync(file, '1 another-machine x');
  utimesSync(file, new Date(0), new Date(0));
  const waiters = await Promise.all(
    [1, 2, 3].map(() => acquireLock(file, () => {}, timing).then((lock) => lock.release())),
  );
  expect(waiters).toHaveLength(3);
});
