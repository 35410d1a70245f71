/**
 * `npm run fuzz -- security [KILLS] [SEED]`: the attacks of `test/security/` and `test/faults/` at length: resets, frames, addresses,
 * damaged files, histories and logs, and a server that is killed while two pages type. What went wrong is printed; then the exit code is 1.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { notebookText } from '../cli/sluice.ts';
import { readDamaged } from '../faults/damaged-files.ts';
import { readDamagedHistory, soundHistory } from '../faults/damaged-histories.ts';
import { damagedLog, openDamaged } from '../faults/damaged-logs.ts';
import { killWhileTyping } from '../faults/kills.ts';
import { Choices } from '../generator/random.ts';
import { AttackedServer, resetConnections } from '../security/attacked-server.ts';
import { askBogusPaths, sendBogusFrames } from '../security/attacks.ts';

const MANY = 2_000;
const KILLS = 1_000;
const [RESETS_A_SECOND, SECONDS] = [300, 20];

let wrong = 0;

/** Runs all; the exit code. */
export async function fuzzSecurity(given?: string, from?: string): Promise<number> {
  const kills = given === undefined ? KILLS : Number(given);
  const seed = from === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(from);
  const choices = new Choices(seed);
  process.stdout.write(`seed ${seed}\n`);
  await inFolder((folder, file) => attackServer(folder, file, choices));
  await inFolder(async (_, file) => {
    for (let n = 0; n < MANY; n += 1) say(await openDamaged(file, damagedLog(choices)));
    process.stdout.write(`${MANY} session logs\n`);
  });
  await inFolder(async (folder) => {
    for (let n = 0; n < MANY; n += 1) say(await readDamaged(folder, choices));
    process.stdout.write(`${MANY} notebooks and session files\n`);
  });
  await inFolder(async (folder) => {
    const sound = soundHistory(folder);
    for (let n = 0; n < MANY; n += 1) say(await readDamagedHistory(folder, sound, choices));
    process.stdout.write(`${MANY} histories\n`);
  });
  await inFolder(async (folder) => {
    for (let n = 1; n <= kills; n += 1) {
      say(await killWhileTyping(folder, choices));
      if (n % 20 === 0 || n === kills) process.stdout.write(`${n} kills, ${wrong} wrong\n`);
    }
  });
  process.stdout.write(wrong === 0 ? 'nothing went wrong\n' : `${wrong} went wrong\n`);
  return wrong === 0 ? 0 : 1;
}

async function attackServer(folder: string, file: string, choices: Choices): Promise<void> {
  const server = await AttackedServer.start(folder);
  const alive = async (after: string): Promise<void> => {
    say((await server.isAlive()) ? [] : [`the server has ended: ${after}`]);
    process.stdout.write(`${after}\n`);
  };
  let resets = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    const next = sleep(1_000);
    await resetConnections(server, RESETS_A_SECOND, choices, false);
    resets += RESETS_A_SECOND;
    await next;
  }
  await alive(`${resets} resets without a token`);
  await resetConnections(server, RESETS_A_SECOND, choices, true);
  await alive(`${RESETS_A_SECOND} resets with one`);
  say(await sendBogusFrames(server, file, 'book.ipynb', MANY, choices));
  await alive(`${MANY} frames`);
  say(await askBogusPaths(server, MANY, choices));
  await alive(`${MANY} addresses`);
  const said = await server.end();
  say(said.includes('bug in Sluice') ? [said] : []);
}

async function inFolder(action: (folder: string, file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fuzz-'));
  const file = join(folder, 'book.ipynb');
  writeFileSync(file, notebookText(['x = 1', 'y = x']));
  try {
    await action(folder, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function say(found: readonly string[]): void {
  wrong += found.length;
  for (const each of found) process.stdout.write(`WRONG ${each}\n`);
}
