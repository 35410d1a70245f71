/** The store of `sluice run`: its folder, the session with it, and the words about restored cells. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CodeCell,
  describeFailure,
  isJsonObject,
  type JsonObject,
  type Notebook,
} from '../documents/index.ts';
import { sluiceHome } from '../python/index.ts';
import type { TracedKernel } from '../session/index.ts';
import {
  collectStore,
  digestOf,
  ReactiveStore,
  SessionWithStore,
  type StoredRun,
  StoreFolder,
  type StoreWishes,
} from '../store/index.ts';
import { SluiceError } from '../words/index.ts';
import type { CommonOptions } from './common-options.ts';
import { progress } from './progress.ts';
import type { StoreOptions } from './run-options.ts';

/** The folder of the store: the named one, or that among Sluice's own files. */
export function storeFolder(folder: string | null): StoreFolder {
  return new StoreFolder(folder ?? join(sluiceHome(), 'store'));
}

/** Opens the store for a run; null, with a note, when there can be none. */
export function openStore(options: StoreOptions): StoreFolder | null {
  const store = storeFolder(options.folder);
  try {
    store.prepare();
  } catch (error) {
    progress(`note: the cells run without the store ${store.path}: ${describeFailure(error)}`);
    return null;
  }
  return store;
}

/** Ends the work of a run with the store. No fault of the store changes the end of the run. */
export async function endStore(
  store: StoreFolder,
  session: SessionWithStore | ReactiveStore,
  path: string,
): Promise<void> {
  try {
    await session.finish();
    store.writeReport(reportName(path), session.reports);
    collectStore(store);
  } catch (error) {
    progress(`note: the store ${store.path} has no report of this run: ${describeFailure(error)}`);
  }
}

/** A session of these cells with the store, in a kernel that works in `folder`. */
export function sessionWithStore(
  kernel: TracedKernel,
  store: StoreFolder,
  wishes: StoreWishes,
  folder: string,
  cells: readonly CodeCell[],
): SessionWithStore {
  const asked = {
    run: kernel.run.bind(kernel),
    ask: kernel.questions.store.bind(kernel.questions),
  };
  const sources = cells.map(({ source }) => source);
  const session = new SessionWithStore(asked, store, wishes, realpathSync(folder), sources);
  kernel.onOutside(() => session.distrust());
  return session;
}

/** The store of a kernel that works in `folder`, whose cells run as the core decides. */
export function reactiveStore(
  kernel: TracedKernel,
  store: StoreFolder,
  { from }: StoreOptions,
  folder: string,
): ReactiveStore {
  const asked = { ask: kernel.questions.store.bind(kernel.questions) };
  return new ReactiveStore(asked, store, { from }, realpathSync(folder));
}

/** @throws {SluiceError} where a kernel cannot have a store. */
export function mustHaveStore(kernel: TracedKernel, { server, trace }: CommonOptions): void {
  if (server !== undefined || kernel.isPlain || trace !== 'on')
    throw new SluiceError('--resume and --store need a Python kernel of this machine, with --trace on');
}

/** The name of a notebook's report in the store. */
export function reportName(path: string): string {
  return digestOf(realpathSync(path));
}

/** When a stored run was computed, and how long it took. */
export interface Restoration {
  readonly computed: string;
  readonly seconds: number;
}

export function restoration({ at, ms }: StoredRun): Restoration {
  return { computed: new Date(at).toISOString(), seconds: Math.round(ms) / 1000 };
}

/** The notebook with a note in the metadata of its restored cells, and in no other cell. */
export function withRestorations(notebook: Notebook, restored: ReadonlyMap<string, Restoration>): Notebook {
  const cells = notebook.cells.map((cell) => {
    if (cell.type !== 'code') return cell;
    const now = restored.get(cell.id);
    const { sluice, ...others } = cell.metadata;
    const { restored: before, ...rest } = isJsonObject(sluice) ? sluice : {};
    if (now === undefined && before === undefined) return cell;
    const noted: JsonObject = now === undefined ? rest : { ...rest, restored: { ...now } };
    const metadata: JsonObject = Object.keys(noted).length === 0 ? others : { ...others, sluice: noted };
    return { ...cell, metadata };
  });
  return { ...notebook, cells };
}

/** The restored cells by their numbers, with the time that they took when they ran. */
export function restoredText(cells: readonly (readonly [number: number, at: Restoration])[]): string {
  const parts = cells.map(
    ([number, { computed, seconds }]) => `cell ${number} (${seconds.toFixed(1)} s, ${computed})`,
  );
  return `restored ${parts.join(', ')}`;
}
