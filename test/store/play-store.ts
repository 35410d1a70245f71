/** Plays a case of the store: a session that stores, a change of the world, a second session, and a run from the top. */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CannotResume, type CellReport, SessionWithStore, StoreFolder } from '../../runtime/store/index.ts';
import { SLOW, type StoreHost } from './store-host.ts';

/** The state of the world for a session. `files`: null deletes one. */
export interface World {
  readonly files?: Readonly<Record<string, string | null>>;
  /** Whether changed files keep their times. */
  readonly keepTimes?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly cells?: readonly string[];
  /** Whether the folder of the case has another path. */
  readonly moved?: boolean;
  /** The folder, below that of the case, in which the session works. */
  readonly folder?: string;
}

/** A case. Only cells with `SLOW` count as slow, and may be stored. */
export interface StoreCase extends World {
  readonly name: string;
  readonly cells: readonly string[];
  readonly then?: World;
  /** The restored cells, from 1; not given: any. */
  readonly restores?: readonly number[];
  /** Cells to run, not to restore. */
  readonly runs?: readonly number[];
  readonly needs?: readonly string[];
}

/** The results of a case. */
export interface Played {
  readonly restored: readonly number[];
  /** The outputs of each cell in the second session, and in a run from the top. */
  readonly shown: readonly string[];
  readonly fresh: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly freshFiles: Readonly<Record<string, string>>;
  readonly reports: readonly (readonly CellReport[])[];
}

const FROM = 0.5;

/** Plays a case. */
export async function playStore(host: StoreHost, each: StoreCase): Promise<Played> {
  const top = mkdtempSync(join(tmpdir(), 'store-case-'));
  let at = join(top, 'at');
  mkdirSync(at);
  const store = new StoreFolder(join(top, 'store'));
  store.prepare();
  try {
    const first = await session(host, at, each, each.cells, store);
    if (each.then?.moved === true) {
      renameSync(at, join(top, 'moved'));
      at = join(top, 'moved');
    }
    if (each.then?.files !== undefined) put(at, each.then.files, each.then.keepTimes ?? false);
    const then: World = {
      ...(each.env ? { env: each.env } : {}),
      ...(each.folder ? { folder: each.folder } : {}),
      ...each.then,
    };
    const { files: _, ...world } = then;
    cpSync(at, join(top, 'kept'), { recursive: true, preserveTimestamps: true });
    const cells = each.then?.cells ?? each.cells;
    const second = await session(host, at, world, cells, store);
    const files = filesOf(at);
    rmSync(at, { recursive: true });
    cpSync(join(top, 'kept'), at, { recursive: true, preserveTimestamps: true });
    const fresh = await session(host, at, world, cells, null);
    return {
      restored: second.restored,
      shown: second.shown,
      fresh: fresh.shown,
      files,
      freshFiles: filesOf(at),
      reports: [first.reports, second.reports],
    };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** A session of the cells in a folder; without a store, a run from the top. */
export async function session(
  host: StoreHost,
  top: string,
  world: World,
  cells: readonly string[],
  store: StoreFolder | null,
): Promise<{ restored: number[]; shown: string[]; reports: readonly CellReport[] }> {
  put(top, world.files ?? {}, false);
  const at = join(top, world.folder ?? '');
  mkdirSync(at, { recursive: true });
  const sources = cells.map((text) => text.replace(SLOW, `# ${SLOW}`));
  const play = async (
    resumes: boolean,
  ): Promise<{ restored: number[]; shown: string[]; reports: readonly CellReport[] }> => {
    const kernel = await host.start(at, world.env);
    const [restored, shown]: [number[], string[]] = [[], []];
    const open =
      store === null
        ? null
        : new SessionWithStore(kernel, store, { resumes, from: FROM, times: 0 }, at, sources);
    try {
      for (const [index, source] of sources.entries()) {
        const outcome =
          open === null
            ? { type: 'ran' as const, run: await kernel.run(index + 1, `c${index}`, source) }
            : await open.run(index + 1, `c${index}`, source, {});
        const { outputs } = outcome.type === 'ran' ? outcome.run.result : outcome.stored;
        if (outcome.type === 'restored') restored.push(index + 1);
        shown.push(outputs.map((each) => (each.output_type === 'stream' ? each.text : '')).join(''));
      }
      await open?.finish();
      return { restored, shown, reports: open?.reports ?? [] };
    } finally {
      await host.end();
    }
  };
  try {
    return await play(true);
  } catch (error) {
    if (!(error instanceof CannotResume)) throw error;
    return play(false);
  }
}

function put(folder: string, files: Readonly<Record<string, string | null>>, keepTimes: boolean): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    const before = statSync(path, { throwIfNoEntry: false });
    if (content === null) rmSync(path, { recursive: true, force: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      if (keepTimes && before) utimesSync(path, before.atime, before.mtime);
    }
  }
}

function filesOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes('__pycache__'))
      found[path.slice(folder.length)] = readFileSync(path, 'base64');
  }
  return found;
}
