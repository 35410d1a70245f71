/**
 * `npm run fuzz -- kernels [KILLS] [SEED]`: servers that are killed while a cell prints and a person types, one after another. The next
 * server has to find the kernel again. Lost outputs and letters are printed; then the exit code is 1.
 */

import { makeFolder, notebookText } from '../cli/sluice.ts';
import { killWhileRunning, PRINTS } from '../faults/kept-kernels.ts';
import { Choices } from '../generator/random.ts';

const KILLS = 50;

/** Runs all; the exit code. */
export async function fuzzKernels(given?: string, from?: string): Promise<number> {
  const most = given === undefined ? KILLS : Number(given);
  const seed = from === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(from);
  process.stdout.write(`seed ${seed}\n`);
  let [kills, wrong] = [0, 0];
  for (let run = 1; kills < most; run += 1) {
    const folder = makeFolder({ 'book.ipynb': notebookText(PRINTS) });
    const found = await killWhileRunning(folder.path, new Choices(seed + run));
    kills += found.kills;
    wrong += found.wrong.length;
    for (const each of found.wrong) process.stdout.write(`WRONG ${each}\n`);
    folder.remove();
    process.stdout.write(`${kills} kills in ${run} runs, ${wrong} wrong\n`);
  }
  return wrong === 0 ? 0 : 1;
}
