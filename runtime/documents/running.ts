/** Whether processes run, by their numbers. */

import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';

/**
 * The start time of a process, in its system's unit; `0` if unknown; null: there is no such process, or it
 * has ended and waits for its parent.
 */
export function startOf(pid: number): string | null {
  try {
    const stat = readPlainFile(`/proc/${pid}/stat`, MOST_OF_SETTINGS).toString('latin1');
    // after the name of the program, which may have any character: the state, and as the 20th field the start
    // time
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
