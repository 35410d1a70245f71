/** What a process and all that it has started use, as `/proc` tells. */

import { readdirSync, readFileSync } from 'node:fs';

/** Of one process. */
export interface Usage {
  readonly command: string;
  /** Of processor time. */
  readonly seconds: number;
  /** Megabytes that it holds; 0: it has ended. */
  readonly memory: number;
}

const TICKS_PER_SECOND = 100;

/** The processes under one, which is among them; those that have ended stay with the time that they took. */
export function processTree(root: number): { look(): ReadonlyMap<number, Usage> } {
  const seen = new Map<number, Usage>();
  return {
    look() {
      const parents = new Map<number, number>();
      for (const name of readdirSync('/proc')) {
        const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
        if (stat !== null) parents.set(Number(name), Number(stat[1]));
      }
      const isUnder = (pid: number): boolean =>
        pid === root || (parents.has(pid) && parents.get(pid)! > 1 && isUnder(parents.get(pid)!));
      for (const [pid, usage] of seen) seen.set(pid, { ...usage, memory: 0 });
      for (const pid of parents.keys()) {
        const usage = isUnder(pid) ? usageOf(pid) : null;
        if (usage !== null) seen.set(pid, usage);
      }
      return new Map(seen);
    },
  };
}

function usageOf(pid: number): Usage | null {
  const stat = statOf(pid);
  if (stat === null) return null;
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // a process that has ended has no command and no memory any more
    if (command === '') return null;
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
    return {
      command,
      seconds: (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND,
      memory: Number(kilobytes) / 1024,
    };
  } catch {
    return null;
  }
}

/** The fields of its state, from the third on. */
function statOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return null;
  }
}
