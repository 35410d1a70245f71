/** Time that does not depend on what else the machine does. */

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time that this process has used, garbage collection included. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The same of another process, by all threads that it has now; not a number where there is no `/proc`. */
export function processorMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const taken = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
    return taken.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  } catch {
    return Number.NaN;
  }
}
