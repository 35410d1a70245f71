/** Gives memory back to the system while a process that runs for days has nothing to do. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 20_000;
/** A process that used less processor time than this since the last look is idle. */
const IDLE_MS = 400;
/** A process that used less since the last collection has nothing to give back. */
const WORTH_MS = 1_000;

/** Collects garbage whenever the process has become idle after some work: V8 does so only under pressure. */
export function collectWhenIdle(): void {
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
    collect();
    collected = last = process.cpuUsage();
  }, EVERY_MS).unref();
}
