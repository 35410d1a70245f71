/** Finds the sessions of files and folders: sessions in histories, and session files. This file plays none of them. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { sampleOf } from '../../../../slicer/index.ts';
import { describeFailure } from '../../../documents/index.ts';
import { filesBelow, readSource } from '../../../sources/index.ts';
import { messageOf, SluiceError } from '../../../words/index.ts';
import type { LeftOut } from './session-result.ts';

/** A session of a corpus. `session`: its number in a history. */
export interface FoundSession {
  readonly file: string;
  readonly session: number | null;
  readonly executions: number;
  /** The reason against playing the session; null: none. */
  readonly problem: { readonly cause: LeftOut; readonly why: string } | null;
}

/** The choice of sessions to play. `sample`: this number of each file, drawn by `seed`; null: all. */
export interface Choice {
  readonly least: number;
  readonly sample: number | null;
  readonly seed: number;
}

/**
 * The sessions of the sources, each file once, in the order of their names. Folders are searched for `*.sqlite` and `*.jsonl`. `tell` hears of
 * folders that cannot be read. @throws {SluiceError} 2 when a source is missing.
 */
export async function findSessions(
  sources: readonly string[],
  choice: Choice,
  python: () => Promise<string> | string,
  tell: (line: string) => void,
): Promise<readonly FoundSession[]> {
  const files = new Set(sources.flatMap((source) => filesOf(source, tell)));
  const found: FoundSession[] = [];
  for (const file of files) found.push(...drawn(await sessionsOf(file, choice.least, python), choice));
  return found;
}

function drawn(found: readonly FoundSession[], { sample, seed }: Choice): readonly FoundSession[] {
  if (sample === null) return found;
  const playable = found.filter(({ problem }) => problem === null);
  const chosen = new Set(sampleOf(playable, sample, seed));
  const why = `${sample} of the ${playable.length} long enough in its file were drawn, without it`;
  return found.map((session) =>
    session.problem !== null || chosen.has(session)
      ? session
      : { ...session, problem: { cause: 'not-drawn', why } },
  );
}

function filesOf(source: string, tell: (line: string) => void): string[] {
  const path = resolve(source);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new SluiceError(`there is no ${source}; name a history, a session file or a folder`);
  if (!stats.isDirectory()) return [path];
  const below = filesBelow(path, (folder, error) => {
    tell(`note: cannot read the folder ${folder}: ${describeFailure(error)}`);
  });
  return [...below]
    .filter(({ entry }) => entry.isFile() && /\.(?:sqlite|jsonl)$/.test(entry.name))
    .map((each) => each.path);
}

async function sessionsOf(
  file: string,
  least: number,
  python: () => Promise<string> | string,
): Promise<FoundSession[]> {
  try {
    const source = await readSource(file, { python });
    if (source.type === 'session-list') {
      return source.sessions.map(({ session, executions }) => found(file, session, executions, least));
    }
    return [found(file, null, source.events.filter(({ type }) => type === 'run').length, least)];
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const problem = { cause: 'unreadable', why: messageOf(error) } as const;
    return [{ file, session: null, executions: 0, problem }];
  }
}

function found(file: string, session: number | null, executions: number, least: number): FoundSession {
  const problem =
    executions >= least
      ? null
      : ({ cause: 'few-executions', why: `it has ${executions} executions, fewer than ${least}` } as const);
  return { file, session, executions, problem };
}
