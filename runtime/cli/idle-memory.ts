/** Keeps the memory of a process small that runs for days, and gives memory back to the system while the process is idle. */

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 5_000;
/** A process that used less processor time than this since the last look is idle. */
const IDLE_MS = 100;
/** A process that used less since the last collection has nothing to give back. */
const WORTH_MS = 1_000;

/** The space for new objects: two halves of 4 MB. V8 would take 32 MB. */
const NEW_SPACE = 8 << 20;
/** The most arrays of 1 kB that are made to fill it. */
const MOST_HELD = 16_000;

/** For a server, before its code is loaded: keeps the heap small, at the cost of more and shorter collections. */
export function spareMemory(): void {
  limitNewSpace();
  setFlagsFromString('--heap-growing-percent=20');
  collectWhenIdle();
}

/**
 * Lets the space for new objects grow once, and never again: V8 takes its limit only at the start of the process. The space
 * grows at a collection that more objects have survived than the space holds.
 */
function limitNewSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=4');
  const held: number[][] = [];
  while (newSpace() < NEW_SPACE && held.length < MOST_HELD) {
    for (let n = 0; n < 64; n += 1) held.push(new Array<number>(128).fill(0));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

function newSpace(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find((space) => space.space_name === 'new_space')?.space_size ?? NEW_SPACE;
}

/** Collects garbage whenever the process has become idle after some work: V8 does so only under pressure. */
function collectWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let last = process.cpuUsage();
  let collected = last;
  const used = (since: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1000;
  };
  setInterval(() => {
    const isIdle = used(last) < IDLE_MS;
    last = process.cpuUsage();
    if (!isIdle || used(collected) < WORTH_MS) return;
    // (else the pages of the heap stay, half empty)
    setFlagsFromString('--compact-on-every-full-gc');
    collect();
    setFlagsFromString('--no-compact-on-every-full-gc');
    collected = last = process.cpuUsage();
  }, EVERY_MS).unref();
}
