/**
 * What is done about a failure that nobody has caught, which is a bug of ours: it is said in one line, with its place in the code on
 * request, and what is open is put into safety. A server goes on, since kernels hold hours of work; anything else ends.
 */

import { describeFailure, isDiskFull } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { endProcess, isEnding } from './end-process.ts';
import { oneLine } from './progress.ts';
import { writeNote } from './terminal.ts';

/** No room on the disk: nothing works there, as without a Python. */
const NO_DISK = 3;
/** Of a bug in Sluice itself, as in sysexits.h. */
const BUG = 70;

/** More faults than this in a minute are no accidents: then also a server ends, in order. */
const MOST = 20;
const WHILE_MS = 60_000;

/** Puts what is open into safety, now. `fault`: what people are told. */
type Guard = (fault: string) => void;

const guards = new Set<Guard>();
let faults: number[] = [];

/** From now on a fault does not end the process, but this is done. */
export function outliveFaults(guard: Guard): void {
  guards.add(guard);
}

/** Watches for failures that nobody has caught. */
export function watchFaults(): void {
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
}

/** Says what is wrong in one line; the exit code. A bug's place in the code is shown on request only. */
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
  // asked to end, things fail because others are gone already
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
  if (guards.size === 0 || faults.length > MOST) void endProcess(code);
}

function write(line: string): void {
  writeNote(`sluice: ${line}\n`);
}
