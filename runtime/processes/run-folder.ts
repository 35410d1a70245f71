/**
 * The folder for temporary files of a run, which holds all files of the run, and identifies its processes (their
 * TMPDIR); and the remains of killed runs.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFailure } from '../documents/index.ts';
import {
  HERE,
  isRunning,
  type RunningProcess,
  runningProcesses,
  tellsVariables,
  temporaryVariable,
} from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';

const NAME = /^sluice-run-(\d+)-/;

/** Makes the folder, named after this process, and deletes folders of dead processes. */
export function makeRunFolder(): string {
  const place = tmpdir();
  try {
    for (const name of readdirSync(place)) {
      const owner = NAME.exec(name)?.[1];
      if (owner !== undefined && !isRunning(Number(owner))) removeRunFolder(join(place, name));
    }
    return mkdtempSync(join(place, `sluice-run-${process.pid}-`));
  } catch (error) {
    throw new SluiceError(
      `cannot make a folder in ${place}: ${describeFailure(error)}; ${temporaryVariable()} says where`,
    );
  }
}

/** A folder of its own for a worker, by which the processes of its notebooks are known. */
export function makeWorkerFolder(folder: string): string {
  return mkdtempSync(join(folder, 'worker-'));
}

/** Deletes the folder as far as possible, and ends remaining processes of notebooks. */
export function removeRunFolder(folder: string): void {
  if (tellsVariables())
    endProcesses(
      (found) => found.usesTemporary(folder),
      () => false,
    );
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // another user's folder, or one still written to: the system clears its temporary files
  }
}

/**
 * Ends remaining processes of a notebook, except this process's own children: processes with the temporary folder, and
 * descendants of this process.
 */
export function endStrays(): void {
  const place = tmpdir();
  endProcesses(
    (found, all) => found.usesTemporary(place) || isBelow(found, all),
    (found) => found.parent() === process.pid,
  );
}

/**
 * The limit of search rounds: processes that start others during the search are found after some rounds;
 * found ones wait meanwhile.
 */
const ROUNDS = 100;
/** A process that always forks and exits is missed by about every second look. On Windows a look takes a second. */
const QUIET_ROUNDS = HERE === 'win32' ? 1 : 10;

/** Running processes by their numbers. */
type Processes = ReadonlyMap<number, RunningProcess>;

/** Ends such processes, except this one and the given ones. */
function endProcesses(
  isStray: (found: RunningProcess, all: Processes) => boolean,
  isKept: (found: RunningProcess) => boolean,
): void {
  const found = new Set<number>();
  const others = new Set([process.pid]);
  let quiet = 0;
  for (let round = 0; round < ROUNDS && quiet < QUIET_ROUNDS; round += 1) {
    quiet += 1;
    const all = new Map(runningProcesses().map((one) => [one.pid, one]));
    for (const [pid, one] of all) {
      if (others.has(pid) || found.has(pid)) continue;
      if (!isStray(one, all) || isKept(one)) {
        others.add(pid);
        continue;
      }
      quiet = 0;
      found.add(pid);
      signal(pid, 'SIGSTOP');
    }
  }
  for (const pid of found) signal(pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone
  }
}

/** Whether a process descends from this one; a server adopts orphans. */
function isBelow(found: RunningProcess, all: Processes): boolean {
  // (numbers of ended parents are used again on Windows, so a way up may go round)
  const passed = new Set<number>();
  for (
    let above = found.parent();
    above !== null && above > 1 && !passed.has(above);
    above = all.get(above)?.parent() ?? null
  ) {
    if (above === process.pid) return true;
    passed.add(above);
  }
  return false;
}
