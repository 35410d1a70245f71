/**
 * `npm run fuzz -- outputs [KILLS] [SEED]`: servers that are killed while a cell shows something, two at once on each processor. Outputs
 * that were lost are printed; then the exit code is 1.
 */

import { availableParallelism } from 'node:os';
import { killWhileRunning } from '../faults/kills-of-runs.ts';
import { Choices } from '../generator/random.ts';

const KILLS = 1_000;
/** With so many servers on a processor, each comes to run later. */
const [AT_ONCE, SLOW_MS] = [2, 3_000];

/** Runs all; the exit code. */
export async function fuzzOutputs(given?: string, from?: string): Promise<number> {
  const kills = given === undefined ? KILLS : Number(given);
  const seed = from === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(from);
  process.stdout.write(`seed ${seed}\n`);
  let [begun, done, wrong, late] = [0, 0, 0, 0];
  const work = async (): Promise<void> => {
    while (begun < kills) {
      begun += 1;
      const found = await killWhileRunning(new Choices(seed + begun), SLOW_MS);
      done += 1;
      if (found === null) late += 1;
      wrong += found?.length ?? 0;
      for (const each of found ?? []) process.stdout.write(`WRONG ${each}\n`);
      if (done % 20 === 0 || done === kills)
        process.stdout.write(`${done} kills, ${wrong} wrong, ${late} did not come to run\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE * availableParallelism() }, work));
  return wrong === 0 && late < done / 2 ? 0 : 1;
}
