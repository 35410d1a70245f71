/**
 * The files of an edit script: changes by another program happen in the session's folder, and in a second folder, from which runs
 * from the top begin. It looks at the disk as an open notebook does.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WatchedFiles } from '../../runtime/live/notebook/watched-files.ts';
import type { Exec, FoundPath } from '../../slicer/index.ts';
import type { SessionHost } from './host-session.ts';

/** A script's folders. */
export class ScriptFolder {
  /** The folder for runs from the top. */
  readonly origin: string;
  readonly #session: string;
  readonly #watched: WatchedFiles;
  #unseen: ReadonlyMap<string, Exec> | null = null;

  private constructor(origin: string, session: string, found: () => readonly FoundPath[]) {
    this.origin = origin;
    this.#session = session;
    this.#watched = new WatchedFiles({
      found,
      changed: (unseen) => {
        this.#unseen = unseen;
      },
      stirred: () => {},
      isHere: () => true,
      isRunning: () => false,
    });
  }

  /** Starts a session in a folder with these files. `found`: the paths found by cells. */
  static async open(
    host: SessionHost,
    files: Readonly<Record<string, string>>,
    copies: boolean,
    found: () => readonly FoundPath[],
  ): Promise<ScriptFolder> {
    const origin = await mkdtemp(join(tmpdir(), 'script-'));
    for (const [file, text] of Object.entries(files)) await writeTo(origin, file, text);
    return new ScriptFolder(origin, await host.start(copies, origin), found);
  }

  /** Another program writes a file, or removes it (null). */
  async write(file: string, text: string | null): Promise<void> {
    for (const folder of [this.origin, this.#session]) await writeTo(folder, file, text);
  }

  /** The last executions that have not seen a file's present state, if the state has changed since the last look; else null. */
  async look(): Promise<ReadonlyMap<string, Exec> | null> {
    this.#unseen = null;
    await this.#watched.look();
    return this.#unseen;
  }

  async remove(): Promise<void> {
    this.#watched.close();
    await rm(this.origin, { recursive: true, force: true });
  }
}

async function writeTo(folder: string, file: string, text: string | null): Promise<void> {
  const path = join(folder, file);
  if (text === null) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
