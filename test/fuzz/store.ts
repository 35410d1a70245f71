/**
 * `npm run fuzz -- store [KILLS] [SEED]`: processes that are killed while they write into a store, on full and on small disks, two
 * at once; damage by others between the kills. What went wrong is printed; then the exit code is 1.
 */

import { rmSync } from 'node:fs';
import type { Tally } from '../faults/checked-store.ts';
import { bundleWriter, KilledStore } from '../faults/store-kills.ts';
import { Choices } from '../generator/random.ts';
import { testPython } from '../harness/host.ts';

const KILLS = 1_000;
const KILLS_OF_A_STORE = 10;

/** Runs all; the exit code. */
export async function fuzzStore(given?: string, from?: string): Promise<number> {
  const kills = given === undefined ? KILLS : Number(given);
  const seed = from === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(from);
  process.stdout.write(`seed ${seed}\n`);
  const [python, writer] = [await testPython(), await bundleWriter()];
  const tally: Tally = { kills: 0, restored: 0, attacks: 0, lost: 0 };
  let wrong = 0;
  const say = (faults: readonly string[], life: number): void => {
    wrong += faults.length;
    for (const fault of faults) process.stdout.write(`WRONG ${fault}, seed ${life}\n`);
  };
  try {
    for (let life = seed; tally.kills < kills; life += 1) {
      const killed = new KilledStore(python, writer, new Choices(life), tally);
      for (let n = 0; n < KILLS_OF_A_STORE && tally.kills < kills; n += 1) say(await killed.kill(), life);
      say(await killed.close(), life);
      const { restored, attacks, lost } = tally;
      process.stdout.write(
        `${tally.kills} kills, ${restored} restored, ${lost} collected, ${attacks} attacks, ${wrong} wrong\n`,
      );
    }
  } finally {
    rmSync(writer, { force: true });
  }
  return wrong === 0 ? 0 : 1;
}
