/** Attacks on the store: only intact files of this person, under their own names, are ever read into Python. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CannotResume, SessionWithStore, StoreFolder } from '../../runtime/store/index.ts';
import { STORE_ATTACKS } from '../faults/store-attacks.ts';
import { Choices } from '../generator/random.ts';
import { testPython } from '../harness/host.ts';
import { StoreHost } from './store-host.ts';

const CELLS = ['# SLOW\nx = [1, 2]\nx', 'sum(x)'];
const FRESH = ['Out[1]: [1, 2]\n|[1, 2]|', 'Out[2]: 3\n|3|'];

let top: string;
let host: StoreHost;
beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'store-attack-'));
  host = new StoreHost(await testPython());
});
afterAll(() => {
  host.close();
  rmSync(top, { recursive: true, force: true });
});

interface Played {
  readonly shown: readonly string[];
  readonly restored: number;
}

/** Plays the cells; where stored values cannot be read, again without them, as `sluice run` does. */
async function play(store: StoreFolder, resumes = true): Promise<Played> {
  const at = join(top, 'at');
  mkdirSync(at, { recursive: true });
  const kernel = await host.start(at);
  const session = new SessionWithStore(kernel, store, { resumes, from: 0.5, times: 0 }, at, CELLS);
  const shown: string[] = [];
  let restored = 0;
  try {
    for (const [index, source] of CELLS.entries()) {
      const outcome = await session.run(index + 1, `c${index}`, source, {});
      const { outputs } = outcome.type === 'ran' ? outcome.run.result : outcome.stored;
      if (outcome.type === 'restored') restored += 1;
      shown.push(outputs.map((each) => (each.output_type === 'stream' ? each.text : '')).join(''));
    }
    await session.finish();
    return { shown, restored };
  } catch (error) {
    if (!(error instanceof CannotResume)) throw error;
  } finally {
    await host.end();
  }
  return play(store, false);
}

test.each(Object.entries(STORE_ATTACKS))('%s', async (name, damage) => {
  const store = new StoreFolder(join(top, name));
  const mark = join(top, `${name} ran`);
  store.prepare();
  expect(await play(store)).toEqual({ shown: FRESH, restored: 0 });
  expect(await play(store)).toEqual({ shown: FRESH, restored: 1 });
  const [found] = store.all();
  const run = found!.run!;
  const value = store.valuePath(run.values[0]!.sha256);
  damage({ store, run, path: found!.path, value }, new Choices(1), mark);
  expect(await play(store)).toEqual({ shown: FRESH, restored: 0 });
  expect(existsSync(mark)).toBe(false);
});

test('everything is for this person only', async () => {
  const store = new StoreFolder(join(top, 'modes'));
  store.prepare();
  await play(store);
  for (const entry of readdirSync(store.path, { recursive: true, withFileTypes: true })) {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
  }
});
