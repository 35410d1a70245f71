/**
 * The folder for temporary files of a run, which holds all files of the run, and identifies its processes (their
 * TMPDIR); and the remains of killed runs.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';
import { describeFailure, isRunning } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';

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
    throw new SluiceError(`cannot make a folder in ${place}: ${describeFailure(error)}; TMPDIR says where`);
  }
}

/** A folder of its own for a worker, by which the processes of its notebooks are known. */
export function makeWorkerFolder(folder: string): string {
  return mkdtempSync(join(folder, 'worker-'));
}

/** Deletes the folder as far as possible, and ends remaining processes of notebooks. */
export function removeRunFolder(folder: string): void {
  endProcesses(
    (pid) => isOf(pid, folder),
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
  const isStray = (pid: number): boolean => isOf(pid, place) || isBelow(pid);
  endProcesses(isStray, (pid) => parentOf(pid) === process.pid);
}

/**
 * The limit of search rounds: processes that start others during the search are found after some rounds;
 * found ones wait meanwhile.
 */
const ROUNDS = 100;
/** A process that always forks and exits is missed by about every second look. */
const QUIET_ROUNDS = 10;

/** Ends such processes, except this one and the given ones. Only where there is `/proc`: elsewhere owners of processes are unknown. */
function endProcesses(isStray: (pid: number) => boolean, isKept: (pid: number) => boolean): void {
  const found = new Set<number>();
  const others = new Set([process.pid]);
  let quiet = 0;
  for (let round = 0; round < ROUNDS && quiet < QUIET_ROUNDS; round += 1) {
    quiet += 1;
    for (const pid of processes()) {
      if (others.has(pid) || found.has(pid)) continue;
      if (!isStray(pid) || isKept(pid)) {
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

/** Whether the temporary folder of a process is this one, or lies inside. */
function isOf(pid: number, folder: string): boolean {
  try {
    const words = readPlainFile(`/proc/${pid}/environ`, MOST_OF_SETTINGS).toString('latin1').split('\0');
    const place = words.find((word) => word.startsWith('TMPDIR='))?.slice('TMPDIR='.length);
    return place === folder || place?.startsWith(`${folder}/`) === true;
  } catch {
    return false; // of somebody else, or gone
  }
}

/** Whether a process descends from this one; a server adopts orphans. */
function isBelow(pid: number): boolean {
  for (let above = parentOf(pid); above !== null && above > 1; above = parentOf(above)) {
    if (above === process.pid) return true;
  }
  return false;
}

function parentOf(pid: number): number | null {
  try {
    // the name of the program, in brackets, may hold anything
    const [, parent] = readPlainFile(`/proc/${pid}/stat`, MOST_OF_SETTINGS)
      .toString('latin1')
      .replace(/^.*\)/s, '')
      .trim()
      .split(' ');
    return Number(parent);
  } catch {
    return null;
  }
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
