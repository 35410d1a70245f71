/** The day of the last work on a notebook, and the source of this date. It changes nothing. */

import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isJsonObject, type JsonValue, type Notebook } from '../../documents/index.ts';
import { runGit } from '../../processes/index.ts';

/** A day, in UTC, and its source. */
export interface NotebookDate {
  /** `2021-03-04`. */
  readonly day: string;
  readonly by: 'metadata' | 'git history' | 'file time';
}

/** Before this there were no notebooks. */
const EARLIEST_DAY = '2012-01-01';

/** The last run recorded in the notebook, otherwise the file's last commit, otherwise the file's time. */
export async function notebookDate(notebook: Notebook, path: string): Promise<NotebookDate> {
  const recorded = recordedDays(notebook).at(-1);
  if (recorded !== undefined) return { day: recorded, by: 'metadata' };
  const committed = await lastCommit(path);
  if (committed !== null) return { day: committed, by: 'git history' };
  return { day: dayOf(statSync(path).mtime), by: 'file time' };
}

/** The days of runs recorded by JupyterLab, the extension ExecuteTime and papermill, sorted. */
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
    .filter((day) => day >= EARLIEST_DAY && day <= today)
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
  const stdout = await runGit(dirname(path), [...log, '--', basename(path)]);
  const time = new Date(stdout?.trim() ?? '');
  return Number.isNaN(time.getTime()) ? null : dayOf(time);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
