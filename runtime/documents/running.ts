/** Whether processes run, by their numbers. */

import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';

/** When a process began, as its system counts; `0` where that is not known; null: there is none, or it has ended and nobody has asked how. */
export function startOf(pid: number): string | null {
  try {
    const stat = readPlainFile(`/proc/${pid}/stat`, MOST_OF_SETTINGS).toString('latin1');
    // behind the name of the program, which may hold anything: the state, and as the 20th field when it began
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? '0');
  } catch {
    return isKnown(pid) ? '0' : null;
  }
}

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  return startOf(pid) !== null;
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
