/** A store of several people: each takes results of the others, but never runs code of theirs. */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownFingerprint } from '../../runtime/python/index.ts';
import { StoreFolder, trustKey } from '../../runtime/store/index.ts';
import { SHARED_ATTACKS } from '../faults/shared-attacks.ts';
import { STORE_ATTACKS } from '../faults/store-attacks.ts';
import { Choices } from '../generator/random.ts';
import { readCases } from '../harness/case-lines.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { type Played, type StoreCase, session } from './play-store.ts';
import { StoreHost } from './store-host.ts';

/** `restores`: the cells that somebody else takes. */
const CASES = readCases<StoreCase>(new URL('../cases/store/shared.jsonl', import.meta.url));
const CELLS = ['# SLOW\nx = [1, 2]', 'sum(x)'];
const SHOWN = ['||', 'Out[2]: 3\n|3|'];

const python = await testPython();
const missing = missingModules(
  python,
  CASES.flatMap(({ needs = [] }) => needs),
);
let top: string;
let host: StoreHost;
const home = process.env.SLUICE_HOME;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'store-shared-'));
  host = new StoreHost(python, ['numpy', 'pandas']);
});
afterAll(() => {
  become(null);
  host.close();
  rmSync(top, { recursive: true, force: true });
});

/** What is signed from now on, is signed by this person; null: by the person of the tests. */
function become(name: string | null): void {
  if (name === null && home === undefined) delete process.env.SLUICE_HOME;
  else process.env.SLUICE_HOME = name === null ? home : join(top, name);
}

function sharedStore(name: string): StoreFolder {
  const store = new StoreFolder(join(top, name));
  store.share();
  return store;
}

/** What a person sees, whose session begins with this store. */
async function play(
  person: string,
  store: StoreFolder | null,
  cells: readonly string[],
): Promise<Pick<Played, 'shown' | 'restored'>> {
  become(person);
  const at = join(top, 'at');
  mkdirSync(at, { recursive: true });
  try {
    // (the keys that the person trusts are read once)
    const folder = store && new StoreFolder(store.path);
    const { shown, restored } = await session(host, at, {}, cells, folder);
    return { shown, restored };
  } finally {
    become(null);
    rmSync(at, { recursive: true });
  }
}

describe('cases', () => {
  for (const each of CASES) {
    test.skipIf(each.needs?.some((name) => missing.has(name)))(each.name, async () => {
      const store = sharedStore(each.name);
      await play('a', store, each.cells);
      const fresh = await play('b', null, each.cells);
      expect(await play('b', store, each.cells)).toEqual({ ...fresh, restored: each.restores ?? [] });
    });
  }
});

test('a trusted key', async () => {
  const cells = ['# SLOW\nimport decimal\nx = decimal.Decimal(3)', 'print(x)'];
  const store = sharedStore('trusted');
  const { shown } = await play('a', store, cells);
  become('a');
  const key = ownFingerprint();
  become('c');
  trustKey(key, true);
  expect((await play('c', store, cells)).restored).toEqual([1]);
  become('c');
  trustKey(key, false);
  expect(await play('c', store, cells)).toEqual({ shown, restored: [] });
});

test('a place of one person', async () => {
  const store = new StoreFolder(join(top, 'own'));
  store.prepare();
  expect(store.isShared).toBe(false);
  await play('a', store, CELLS);
  expect((await play('b', store, CELLS)).restored).toEqual([]);
});

describe('attacks by somebody who may write there', () => {
  test.each(Object.entries(SHARED_ATTACKS))('%s', async (name, attack) => {
    const store = sharedStore(`forged ${name}`);
    const mark = join(top, `${name} ran`);
    expect(await play('a', store, CELLS)).toEqual({ shown: SHOWN, restored: [] });
    expect(await play('b', store, CELLS)).toEqual({ shown: SHOWN, restored: [1] });
    become('a');
    const [found] = store.all();
    attack({ store, run: found!.run!, path: found!.path, mark });
    expect(await play('b', store, CELLS)).toEqual({ shown: SHOWN, restored: [] });
    expect(existsSync(mark)).toBe(false);
  });

  test.each(Object.entries(STORE_ATTACKS))('%s', async (name, damage) => {
    const store = sharedStore(`damaged ${name}`);
    const mark = join(top, `damaged ${name} ran`);
    await play('a', store, CELLS);
    become('a');
    const [found] = store.all();
    const run = found!.run!;
    const value = store.valuePath(run.values[0]!.sha256);
    damage({ store, run, path: found!.path, value }, new Choices(1), mark);
    expect(await play('b', store, CELLS)).toEqual({ shown: SHOWN, restored: [] });
    expect(existsSync(mark)).toBe(false);
  });

  test('the interpreter of an entry is not run', async () => {
    const store = sharedStore('interpreter');
    await play('a', store, CELLS);
    become('a');
    const mark = join(top, 'interpreter ran');
    const program = join(top, 'interpreter.sh');
    writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
    store.write({ ...store.all()[0]!.run!, python: program });
    become('b');
    const { checkStore } = await import('../../runtime/store/index.ts');
    expect(await checkStore(new StoreFolder(store.path))).toEqual({ good: 1, bad: [] });
    expect(existsSync(mark)).toBe(false);
  });
});
