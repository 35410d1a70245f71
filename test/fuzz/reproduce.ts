/**
 * `npm run fuzz -- reproduce [KILLS] [SEED]`: runs of a corpus that are killed at random times and go on. What was lost, doubled or left
 * behind is printed; then the exit code is 1.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { Choices } from '../generator/random.ts';
import { KilledRuns } from '../research/reproduce/killed-runs.ts';

const KILLS = 100;
const NOTEBOOKS = 24;
/** From the very beginning of a run to well into it. */
const LONGEST_MS = 12_000;

/** Runs all; the exit code. */
export async function fuzzReproduce(given?: string, from?: string): Promise<number> {
  const kills = given === undefined ? KILLS : Number(given);
  const seed = from === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(from);
  const choices = new Choices(seed);
  process.stdout.write(`seed ${seed}\n`);
  const runs = new KilledRuns(NOTEBOOKS);
  let wrong = 0;
  const check = async (): Promise<void> => {
    for (const problem of await runs.finish()) {
      wrong += 1;
      process.stdout.write(`${problem}\n`);
    }
  };
  for (let n = 1; n <= kills; n += 1) {
    await runs.kill(async () => void (await sleep(choices.int(0, LONGEST_MS))));
    if (runs.isComplete || n === kills) await check();
    if (n % 10 === 0 || n === kills) process.stdout.write(`${n} kills, ${wrong} wrong\n`);
  }
  runs.remove();
  return wrong === 0 ? 0 : 1;
}
