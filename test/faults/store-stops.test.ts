/** The store after stops at all points, after some kills, and after each kind of damage. `npm run fuzz -- store` kills at length. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalSignature } from '../../runtime/python/index.ts';
import { collectStore, digestOf } from '../../runtime/store/index.ts';
import { RunKeeper } from '../../runtime/store/run-keeper.ts';
import { putFiles } from '../../runtime/store/stored-files.ts';
import { Choices } from '../generator/random.ts';
import { testPython } from '../harness/host.ts';
import { CheckedStore, type Tally } from './checked-store.ts';
import { bundleWriter, KilledStore } from './store-kills.ts';
import { stoppedAfter } from './store-stops.ts';
import { fileOf, judgedCell, NOWHERE, textOf, ValuesProcess } from './store-values.ts';

const T = 240_000;
/** Values of 0 to 3 MB, and of some KB. */
const [LARGE, SMALL] = [3, 4];
const KILLS = 3;

const home = process.env.SLUICE_HOME;
let top: string;
let python: string;
let kernel: ValuesProcess;
const tally: Tally = { kills: 0, restored: 0, attacks: 0, lost: 0 };
beforeAll(async () => {
  // (before the home changes, where the environment of the tests is)
  python = await testPython();
  top = mkdtempSync(join(tmpdir(), 'store-stops-'));
  process.env.SLUICE_HOME = join(top, 'home');
  kernel = new ValuesProcess(python);
});
afterAll(() => {
  if (home === undefined) delete process.env.SLUICE_HOME;
  else process.env.SLUICE_HOME = home;
  kernel.close();
  rmSync(top, { recursive: true, force: true });
});

/** A store, and a function that stores a cell in it as a run does. */
async function opened(name: string): Promise<{
  checked: CheckedStore;
  keep: (number: number) => Promise<void>;
  write: () => void;
}> {
  const at = join(top, name);
  mkdirSync(at);
  const checked = new CheckedStore(join(at, 'store'), at, python, tally);
  checked.store.prepare();
  /** The cells have written their files. */
  const write = (): void => {
    for (const cell of [LARGE, SMALL]) writeFileSync(join(at, `written-${cell}`), fileOf(cell));
  };
  write();
  const place = { ...NOWHERE, python, path: (await kernel.path()) ?? [] };
  let number = 0;
  const asked = {
    ask: <T>(_: string, given: object, form: Parameters<typeof kernel.save<T>>[2]) =>
      kernel.save(number, given, form),
  };
  const keeper = new RunKeeper(asked, checked.store, at);
  const keep = async (given: number): Promise<void> => {
    number = given;
    const file = join(at, `written-${number}`);
    const saved = await keeper.save(judgedCell(number, file), place);
    if (typeof saved === 'string') throw new Error(saved);
    keeper.keep(textOf(number), saved, (reason) => reason);
    await keeper.settle();
    rmSync(file);
    await putFiles(checked.store, saved.stored, at);
  };
  return { checked, keep, write };
}

test(
  'a stop at each change of a file',
  async () => {
    const { checked, keep, write } = await opened('stops');
    const { store } = checked;
    await keep(LARGE);
    let [isStopped, changes] = [true, 0];
    for (; isStopped; changes += 1) {
      write();
      isStopped = await stoppedAfter(changes, async () => {
        // (a fault of the store is the end of no run)
        await keep(SMALL).catch(() => {});
        store.writeReport(digestOf('r'), { cells: [], place: null });
        store.refuse(`sample.Class${changes}`);
        store.limit = 1_000_000 + changes;
        collectStore(store, 0);
      });
      expect([changes, ...(await checked.damaged()), ...(await checked.differences())]).toEqual([changes]);
      expect([changes, ...checked.leftovers()]).toEqual([changes]);
      await keep(LARGE);
    }
    expect(changes).toBeGreaterThan(15);
    checked.close();
  },
  T,
);

test('a stop while the key is made', async () => {
  const before = process.env.SLUICE_HOME;
  for (const changes of [0, 1, 2, 3, 4]) {
    process.env.SLUICE_HOME = join(top, `home-${changes}`);
    await stoppedAfter(changes, async () => personalSignature('p', 't'));
    process.env.SLUICE_HOME = before;
    personalSignature('p', 't');
    process.env.SLUICE_HOME = join(top, `home-${changes}`);
    personalSignature('p', 't');
    expect(readFileSync(join(top, `home-${changes}`, 'signing-key')).length).toBe(32);
  }
  process.env.SLUICE_HOME = before;
});

test('a cut key gives way to a new one', () => {
  const before = process.env.SLUICE_HOME;
  process.env.SLUICE_HOME = join(top, 'home-cut');
  mkdirSync(process.env.SLUICE_HOME);
  writeFileSync(join(process.env.SLUICE_HOME, 'signing-key'), 'cut');
  personalSignature('p', 't');
  expect(readFileSync(join(process.env.SLUICE_HOME, 'signing-key')).length).toBe(32);
  process.env.SLUICE_HOME = before;
});

test(
  'kills',
  async () => {
    const writer = await bundleWriter();
    const before = process.env.SLUICE_HOME;
    try {
      const killed = new KilledStore(python, writer, new Choices(1), tally);
      for (let n = 0; n < KILLS; n += 1) expect(await killed.kill()).toEqual([]);
      expect(await killed.close()).toEqual([]);
    } finally {
      process.env.SLUICE_HOME = before;
      rmSync(writer, { force: true });
    }
  },
  T,
);
