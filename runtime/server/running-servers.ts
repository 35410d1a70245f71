/**
 * The running servers of this user, each in a file that only the user may read: a program with the file has
 * the token, and can join the server. It opens no connection.
 */

import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { notesIn, ownNote, readNote, writeOwnNote } from '../documents/index.ts';
import { isWithin, startOf } from '../platform/index.ts';

/** A server to join. */
export interface RunningServer {
  readonly process: number;
  /** The folder whose files it serves, without links. */
  readonly folder: string;
  /** Its address with the token. */
  readonly url: string;
  /** The command that started it. */
  readonly by: 'open' | 'mcp';
  /** The open notebooks, relative to the folder with `/`. */
  readonly open: readonly string[];
  /** Whether its pages get terminals. */
  readonly hasTerminals: boolean;
  /** Its choice of a store: `setting`, `off`, `on`, or a folder. */
  readonly store: string;
}

/** The note of a server of this process. */
export interface ServerNote {
  /** Notes the open notebooks, relative to the folder with `/`. */
  tellOpen(open: readonly string[]): void;
  remove(): void;
}

/** Notes a server of this process. `home`: Sluice's own folder. */
export function noteServer(home: string, server: Omit<RunningServer, 'process' | 'open'>): ServerNote {
  const folder = serversIn(home);
  const noted = { ...server, folder: realpathSync(server.folder), process: process.pid };
  const start = startOf(process.pid);
  const tellOpen = (open: readonly string[]): void => writeOwnNote(folder, { ...noted, start, open });
  tellOpen([]);
  const tryOpen = (open: readonly string[]): void => {
    try {
      tellOpen(open);
    } catch {
      // a notebook opens all the same; editors do not see its states
    }
  };
  return { tellOpen: tryOpen, remove: () => rmSync(ownNote(folder), { force: true }) };
}

/** The running server that serves a folder, the one with the nearest folder; null: there is none. */
export function findServer(home: string, folder: string): RunningServer | null {
  const real = realpathSync(folder);
  const found = notesIn(serversIn(home), /^\d+\.json$/).flatMap((file) => runningServer(file) ?? []);
  const fitting = found.filter((server) => isWithin(real, server.folder));
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0] ?? null;
}

/** The folder of the notes, which change when a server begins or ends, and when it opens or closes a notebook. */
export function serversIn(home: string): string {
  return join(home, 'servers');
}

/** Null: its process has ended, or the note does not count. */
function runningServer(file: string): RunningServer | null {
  try {
    const note = readNote(file);
    if (note === null) return null;
    const { process: pid, start, folder, url, by, hasTerminals, store, open } = note;
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
      open: textsOf(open),
      hasTerminals: hasTerminals === true,
      store: typeof store === 'string' ? store : 'setting',
    };
  } catch {
    return null;
  }
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
