/** Keeps the memory of a process small that runs for days, and gives memory back to the system while one of its threads is idle. */

import { PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 2_000;
/** A thread that worked for less than this since the last look is idle. */
const IDLE_MS = 50;
/** A server that worked for less since the last collection has little to give back. */
const WORTH_MS = 1_000;

/** Of each half of the space for new objects. V8 would take 16 MB. */
const NEW_SPACE = 4 << 20;
/** The most arrays of 1 kB that are made to fill it. */
const MOST_HELD = 16_000;

/** For a server, before its code is loaded: keeps the heap small, at the cost of more and shorter collections. */
export function spareMemory(): void {
  limitNewSpace();
  setFlagsFromString('--heap-growing-percent=20');
  collectWhenIdle(WORTH_MS);
}

/**
 * Lets the space for new objects grow to its limit, at once and whenever V8 has made the space smaller, but no further. V8 takes a limit
 * of its own only at the start of a process, lets the space grow at collections only, and sets the factor anew for each thread.
 */
function limitNewSpace(): void {
  const grow = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  const limit = (): void => grow(newSpace() < NEW_SPACE ? 2 : 1);
  grow(4);
  const held: number[][] = [];
  while (newSpace() < NEW_SPACE && held.length < MOST_HELD) {
    for (let n = 0; n < 64; n += 1) held.push(new Array<number>(128).fill(0));
  }
  limit();
  new PerformanceObserver(limit).observe({ entryTypes: ['gc'] });
  process.on('worker', (worker) => worker.once('online', limit));
}

/** The size of each half of the space for new objects, rounded up to megabytes; V8 tells a little less. */
function newSpace(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if (space === undefined) return NEW_SPACE;
  return Math.ceil((space.space_used_size + space.space_available_size) / (1 << 20)) * (1 << 20);
}

/** Collects garbage whenever this thread has become idle after so much work: V8 does so only under pressure. */
export function collectWhenIdle(worthMs: number): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let last = performance.eventLoopUtilization();
  let collected = last;
  const worked = (since: typeof last): number => performance.eventLoopUtilization(since).active;
  setInterval(() => {
    const isIdle = worked(last) < IDLE_MS;
    last = performance.eventLoopUtilization();
    // a thread may have let the space for new objects grow, which a collection makes small again
    if (!isIdle || worked(collected) < (newSpace() > NEW_SPACE ? IDLE_MS : worthMs)) return;
    // (else the pages of the heap stay, half empty)
    setFlagsFromString('--compact-on-every-full-gc');
    collect();
    setFlagsFromString('--no-compact-on-every-full-gc');
    collected = last = performance.eventLoopUtilization();
  }, EVERY_MS).unref();
}
