/**
 * A program that stands for runs with a store, to be killed: `STORE FOLDER PYTHON SEED` stores cells, puts their files back
 * and collects, until it is killed. Each line of output says that it has gone on.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectStore } from '../../runtime/store/collect-store.ts';
import { digestOf } from '../../runtime/store/known-state.ts';
import { RunKeeper, type SavedRun } from '../../runtime/store/run-keeper.ts';
import { StoreFolder } from '../../runtime/store/store-folder.ts';
import { putFiles } from '../../runtime/store/stored-files.ts';
import { Choices } from '../generator/random.ts';
import { CELLS, fileOf, judgedCell, NOWHERE, textOf, ValuesProcess } from './store-values.ts';

const ENOUGH_BYTES = 12_000_000;
const AT_ONCE = 4;

async function writeForEver(path: string, folder: string, python: string, seed: number): Promise<never> {
  const choices = new Choices(seed);
  const store = new StoreFolder(path);
  const values = new ValuesProcess(python);
  const place = { ...NOWHERE, python, path: (await values.path()) ?? [] };
  let number = 0;
  const keeper = new RunKeeper({ ask: (_, given, form) => values.save(number, given, form) }, store, folder);
  /** A full disk is no reason to end. */
  const perhaps = (probability: number, action: () => void): boolean => {
    try {
      if (choices.chance(probability)) action();
      return true;
    } catch (error) {
      process.stdout.write(`${String(error)}\n`);
      return false;
    }
  };
  const work = join(folder, String(seed));
  perhaps(1, () => mkdirSync(work));
  for (;;) {
    const kept: SavedRun[] = [];
    for (let left = choices.int(1, AT_ONCE); left > 0; left -= 1) {
      number = choices.int(1, CELLS);
      const file = join(work, `written-${number}`);
      if (!perhaps(1, () => writeFileSync(file, fileOf(number)))) continue;
      const saved = await keeper.save(judgedCell(number, file), place);
      if (typeof saved !== 'string') {
        keeper.keep(textOf(number), saved, (reason) => reason);
        kept.push(saved);
      }
      perhaps(0.3, () => rmSync(file));
      process.stdout.write(`${number} ${typeof saved === 'string' ? saved : ''}\n`);
    }
    await keeper.settle();
    process.stdout.write('settled\n');
    for (const { stored } of kept) await putFiles(store, stored, folder);
    perhaps(0.5, () => store.writeReport(digestOf(seed), { cells: keeper.reports.slice(-AT_ONCE), place }));
    perhaps(0.5, () => store.refuse(`sample.Class${number}`));
    perhaps(0.5, () => collectStore(store, ENOUGH_BYTES));
  }
}

const [, , store = '', folder = '', python = '', seed = ''] = process.argv;
await writeForEver(store, folder, python, Number(seed));
