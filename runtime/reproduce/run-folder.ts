/**
 * The folder for temporary files of a run, in which everything lies that the run makes, and by which its processes are known (their
 * TMPDIR); and what runs that were killed have left behind.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFailure, isRunning } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';

const NAME = /^sluice-run-(\d+)-/;

/** Makes the folder, named after this process, and deletes those of processes that are gone. */
export function makeRunFolder(): string {
  const place = tmpdir();
  try {
    for (const name of readdirSync(place)) {
      const owner = NAME.exec(name)?.[1];
      if (owner !== undefined && !isRunning(Number(owner))) removeRunFolder(join(place, name));
    }
    return mkdtempSync(join(place, `sluice-run-${process.pid}-`));
  } catch (error) {
    throw new SluiceError(`cannot make a folder in ${place}: ${describeFailure(error)}; TMPDIR says where`);
  }
}

/** Deletes it, as far as that is possible, and ends what notebooks have started and left. */
export function removeRunFolder(folder: string): void {
  endProcessesOf(folder);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // of somebody else, or still written to: the system clears its temporary files
  }
}

/** Ends processes whose temporary folder it is, but for this one. Only where there is `/proc`: elsewhere nobody can tell whose they are. */
function endProcessesOf(folder: string): void {
  for (const name of processes()) {
    const pid = Number(name);
    if (pid === process.pid) continue;
    try {
      const words = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
      if (words.includes(`TMPDIR=${folder}`)) process.kill(pid, 'SIGKILL');
    } catch {
      // of somebody else, or gone
    }
  }
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
