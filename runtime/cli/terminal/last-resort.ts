/**
 * Handles uncaught failures, which are bugs of Sluice: prints one line, with the place in the code on
 * request, and saves open notebooks. A server goes on, because its kernels hold hours of work; any other
 * command ends.
 */

import { describeFailure, isDiskFull } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import { endProcess, isEnding } from './end-process.ts';
import { oneLine } from './progress.ts';
import { writeNote } from './terminal.ts';

/** No room on the disk: nothing works then, as without a Python. */
const NO_DISK = 3;
/** The exit code for a bug in Sluice itself, as in sysexits.h. */
const BUG = 70;

/** More faults in a minute are no accident: then even a server ends, in order. */
const MOST_FAULTS = 20;
const WHILE_MS = 60_000;

/** Saves open work at once. `fault`: the message for people. */
type Guard = (fault: string) => void;

const guards = new Set<Guard>();
let faults: number[] = [];

/** From now on a fault calls the guard instead of ending the process. */
export function outliveFaults(guard: Guard): void {
  guards.add(guard);
}

/** Watches for uncaught failures. */
export function watchFaults(): void {
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
}

/** Prints a failure in one line; returns the exit code. The place of a bug in the code is shown only on request. */
export function report(error: unknown): number {
  if (error instanceof SluiceError) {
    write(oneLine(error.message));
    return error.exitCode;
  }
  if (isDiskFull(error)) {
    write(describeFailure(error));
    return NO_DISK;
  }
  const [message, trace] = error instanceof Error ? [error.message, error.stack] : [String(error), ''];
  write(`${oneLine(message)} (this is a bug in Sluice, please report it with what SLUICE_DEBUG=1 shows)`);
  if (process.env.SLUICE_DEBUG) writeNote(`${trace}\n`);
  return BUG;
}

function fault(error: unknown): void {
  // during the end, steps fail because their partners are gone already
  if (isEnding()) return;
  const code = report(error);
  const now = performance.now();
  faults = [...faults.filter((at) => now - at < WHILE_MS), now];
  for (const guard of guards) {
    try {
      guard(error instanceof Error ? error.message : String(error));
    } catch (other) {
      report(other);
    }
  }
  if (guards.size === 0 || faults.length > MOST_FAULTS) void endProcess(code);
}

function write(line: string): void {
  writeNote(`sluice: ${line}\n`);
}
