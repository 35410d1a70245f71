/** Whether processes run, and since when, by their numbers. */

import { spawnSync } from 'node:child_process';
import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';
import { HERE } from './platform.ts';

/**
 * The start time of a process, in its system's unit; `0` if unknown, as always on Windows; null: there is no
 * such process, or it has ended and waits for its parent. `processes.py` gives the same text.
 */
export function startOf(pid: number, platform = HERE): string | null {
  if (!isKnown(pid)) return null;
  if (platform === 'win32') return '0';
  return platform === 'darwin' ? startByPs(pid) : startByProc(pid);
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

function startByProc(pid: number): string | null {
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

/** `Ss   Sun Nov 29 05:21:08 2026`, in a language and a time zone that are the same for all. */
function startByPs(pid: number): string | null {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env,
  });
  if (status !== 0) return isKnown(pid) ? '0' : null;
  const [state = '', ...start] = stdout.trim().split(/\s+/);
  return state.startsWith('Z') ? null : start.join(' ') || '0';
}
