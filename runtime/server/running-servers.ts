/**
 * The running servers of this user, each in a file that only the user may read: a program with the file has
 * the token, and can join the server. It opens no connection.
 */

import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { notesIn, readNote, saveAtomically, startOf } from '../documents/index.ts';

/** A server to join. */
export interface RunningServer {
  readonly process: number;
  /** The folder whose files it serves, without links. */
  readonly folder: string;
  /** Its address with the token. */
  readonly url: string;
  /** The command that started it. */
  readonly by: 'open' | 'mcp';
  /** Whether its pages get terminals. */
  readonly hasTerminals: boolean;
}

/** Notes a server of this process; returns a function that removes the note. `home`: Sluice's own folder. */
export function noteServer(home: string, server: Omit<RunningServer, 'process'>): () => void {
  const folder = serversIn(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = join(folder, `${process.pid}.json`);
  const noted = { ...server, folder: realpathSync(server.folder), process: process.pid };
  // nobody else can read a file in this folder while it gets its mode
  saveAtomically(file, `${JSON.stringify({ ...noted, start: startOf(process.pid) })}\n`);
  chmodSync(file, 0o600);
  return () => rmSync(file, { force: true });
}

/** The running server that serves a folder, the one with the nearest folder; null: there is none. */
export function findServer(home: string, folder: string): RunningServer | null {
  const real = realpathSync(folder);
  const found = notesIn(serversIn(home), /^\d+\.json$/).flatMap((file) => runningServer(file) ?? []);
  const fitting = found.filter((server) => isWithin(server.folder, real));
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0] ?? null;
}

function serversIn(home: string): string {
  return join(home, 'servers');
}

/** Null: its process has ended, or the note does not count. */
function runningServer(file: string): RunningServer | null {
  try {
    const note = readNote(file);
    if (note === null) return null;
    const { process: pid, start, folder, url, by, hasTerminals } = note;
    if (typeof pid !== 'number' || typeof folder !== 'string' || typeof url !== 'string') return null;
    if (startOf(pid) !== start) {
      rmSync(file, { force: true });
      return null;
    }
    return {
      process: pid,
      folder,
      url,
      by: by === 'mcp' ? 'mcp' : 'open',
      hasTerminals: hasTerminals === true,
    };
  } catch {
    return null;
  }
}

function isWithin(root: string, path: string): boolean {
  const inner = relative(root, path);
  return inner === '' || (inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner));
}
