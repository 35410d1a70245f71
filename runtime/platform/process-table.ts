/** All running processes: their parents, and their folders for temporary files. It ends none. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';
import { HERE, type Platform } from './platform.ts';

/** A process of the machine. */
export interface RunningProcess {
  readonly pid: number;
  /** The number of the parent; null: it has ended. */
  parent(): number | null;
  /** Whether the temporary files of the process go to this folder, or to one inside. False also where the system does not tell. */
  usesTemporary(folder: string): boolean;
}

/** Whether the system tells the variables of other processes: Windows does not. */
export function tellsVariables(platform: Platform = HERE): boolean {
  return platform !== 'win32';
}

/** The running processes; none where the system does not tell. */
export function runningProcesses(platform = HERE): readonly RunningProcess[] {
  if (platform === 'darwin') return listedByPs(outputOf('ps', ['-axwwE', '-o', 'pid=,ppid=,command=']));
  if (platform === 'win32') return listedByPowerShell(outputOf('powershell', POWERSHELL));
  return listedByProc();
}

const POWERSHELL = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }',
];

function outputOf(program: string, args: readonly string[]): string {
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return stdout ?? '';
}

/** Lines `PID PARENT PROGRAM ARG… NAME=VALUE…` of the `ps` of macOS. */
export function listedByPs(text: string): readonly RunningProcess[] {
  return processesIn(text, (rest, folder) => {
    const at = rest.indexOf(` TMPDIR=${folder}`);
    return at >= 0 && /^(?:\/| |$)/.test(rest.slice(at + ` TMPDIR=${folder}`.length));
  });
}

/** Lines `PID PARENT`. */
export function listedByPowerShell(text: string): readonly RunningProcess[] {
  return processesIn(text, () => false);
}

function processesIn(
  text: string,
  usesTemporary: (rest: string, folder: string) => boolean,
): readonly RunningProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, rest = ''] = /^\s*(\d+)\s+(\d+)(.*)/.exec(line) ?? [];
    if (pid === undefined) return [];
    return {
      pid: Number(pid),
      parent: () => Number(parent),
      usesTemporary: (folder: string) => usesTemporary(rest, folder),
    };
  });
}

function listedByProc(): readonly RunningProcess[] {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      parent: () => parentByProc(name),
      usesTemporary: (folder) => usesByProc(name, folder),
    }));
}

function parentByProc(pid: string): number | null {
  try {
    // the name of the program, in brackets, may hold anything
    const [, parent] = readPlainFile(`/proc/${pid}/stat`, MOST_OF_SETTINGS)
      .toString('latin1')
      .replace(/^.*\)/s, '')
      .trim()
      .split(' ');
    return Number(parent);
  } catch {
    return null;
  }
}

function usesByProc(pid: string, folder: string): boolean {
  try {
    const words = readPlainFile(`/proc/${pid}/environ`, MOST_OF_SETTINGS).toString('latin1').split('\0');
    const place = words.find((word) => word.startsWith('TMPDIR='))?.slice('TMPDIR='.length);
    return place === folder || place?.startsWith(`${folder}/`) === true;
  } catch {
    return false; // of somebody else, or gone
  }
}
