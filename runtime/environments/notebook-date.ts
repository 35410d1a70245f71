/** When a notebook was last worked on, and how that is known. It changes nothing. */

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type JsonValue, type Notebook } from '../documents/index.ts';

const run = promisify(execFile);

/** A day, in UTC, and where it is from. */
export interface NotebookDate {
  /** `2021-03-04`. */
  readonly day: string;
  readonly by: 'metadata' | 'git history' | 'file time';
}

/** Before this there were no notebooks. */
const FIRST = '2012-01-01';
const GIT_MS = 20_000;
/**
 * The repository may be somebody else's, and its settings name programs: for signatures, for what has changed, for a list of changed files.
 * One without a work tree may lie among the files of another.
 */
const RUNS_NOTHING = [
  ...['-c', 'log.showSignature=false', '-c', 'gpg.program=false', '-c', 'gpg.ssh.program=false'],
  ...['-c', 'gpg.x509.program=false', '-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'],
  ...[
    '-c',
    'diff.external=',
    '-c',
    'core.pager=cat',
    '-c',
    'core.hooksPath=/dev/null',
    '--no-optional-locks',
  ],
];

/** The last run that the notebook itself records, else the last commit of the file, else the time of the file. */
export async function notebookDate(notebook: Notebook, path: string): Promise<NotebookDate> {
  const recorded = recordedDays(notebook).at(-1);
  if (recorded !== undefined) return { day: recorded, by: 'metadata' };
  const committed = await lastCommit(path);
  if (committed !== null) return { day: committed, by: 'git history' };
  return { day: dayOf(statSync(path).mtime), by: 'file time' };
}

/** What JupyterLab, the extension ExecuteTime and papermill write of runs, sorted. */
function recordedDays({ metadata, cells }: Notebook): readonly string[] {
  const times = [...cells.map((cell) => cell.metadata), metadata].flatMap((each) => [
    ...Object.values(objectAt(each, 'execution')),
    objectAt(each, 'ExecuteTime').end_time,
    objectAt(each, 'papermill').end_time,
    objectAt(each, 'executionInfo').timestamp,
  ]);
  const today = dayOf(new Date());
  return times
    .flatMap((time) => (typeof time === 'string' || typeof time === 'number' ? [new Date(time)] : []))
    .flatMap((time) => (Number.isNaN(time.getTime()) ? [] : [dayOf(time)]))
    .filter((day) => day >= FIRST && day <= today)
    .sort();
}

function objectAt(
  value: { readonly [key: string]: JsonValue },
  key: string,
): { readonly [key: string]: JsonValue } {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}

/** Null: the file is in no repository, or was never committed. */
async function lastCommit(path: string): Promise<string | null> {
  const log = ['log', '-1', '--no-show-signature', '--no-ext-diff', '--no-textconv', '--format=%cI'];
  const args = [...RUNS_NOTHING, '-C', dirname(path), ...log, '--', basename(path)];
  // (nor is anything fetched that a partial clone lacks)
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };
  try {
    const { stdout } = await run('git', args, { timeout: GIT_MS, env });
    const time = new Date(stdout.trim());
    return Number.isNaN(time.getTime()) ? null : dayOf(time);
  } catch {
    return null;
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
