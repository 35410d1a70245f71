/** The store of `sluice run`: the session with it, and the words about restored cells. */

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type CodeCell,
  describeFailure,
  isJsonObject,
  type JsonObject,
  type Notebook,
} from '../../documents/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import {
  endSession,
  movedKernel,
  originOf,
  ReactiveStore,
  SessionWithStore,
  type StoredRun,
  type StoreFolder,
  type StoreWishes,
} from '../../store/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { canKeepResults, storeFolder } from '../store/store-choice.ts';
import { progress } from '../terminal/progress.ts';
import type { StoreOptions } from './run-options.ts';

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
    await endSession(store, session, path);
  } catch (error) {
    progress(`note: the store ${store.path} has no report of this run: ${describeFailure(error)}`);
  }
}

/** A session of these cells with the store, in a kernel that works in the folder of the notebook at `path`. */
export function sessionWithStore(
  kernel: TracedKernel,
  store: StoreFolder,
  wishes: StoreWishes,
  path: string,
  cells: readonly CodeCell[],
): SessionWithStore {
  const asked = {
    run: kernel.run.bind(kernel),
    ask: kernel.questions.store.bind(kernel.questions),
  };
  const sources = cells.map(({ source }) => source);
  const session = new SessionWithStore(
    movedKernel(asked, originOf(store, path), store.isShared),
    store,
    wishes,
    realpathSync(dirname(path)),
    sources,
  );
  kernel.onOutside(() => session.distrust());
  return session;
}

/** The store of a kernel in the folder of the notebook at `path`, whose cells run as the core decides. */
export function reactiveStore(
  kernel: TracedKernel,
  store: StoreFolder,
  { from }: StoreOptions,
  path: string,
): ReactiveStore {
  const asked = movedKernel(
    { ask: kernel.questions.store.bind(kernel.questions) },
    originOf(store, path),
    store.isShared,
  );
  return new ReactiveStore(asked, store, { from }, realpathSync(dirname(path)));
}

/** @throws {SluiceError} where a kernel cannot have a store. */
export function mustHaveStore(kernel: TracedKernel, options: CommonOptions): void {
  if (kernel.isPlain || !canKeepResults(options))
    throw new SluiceError('--resume and --store need a Python kernel of this machine, with --trace on');
}

/** When a stored run was computed, and how long it took. `author`: the key of somebody else who computed it. */
export interface Restoration {
  readonly computed: string;
  readonly seconds: number;
  readonly author?: string;
}

export function restoration({ at, ms, author }: StoredRun): Restoration {
  const found = { computed: new Date(at).toISOString(), seconds: Math.round(ms) / 1000 };
  return author === undefined ? found : { ...found, author };
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
  const parts = cells.map(([number, { computed, seconds, author }]) => {
    const by = author === undefined ? '' : `, by ${author}`;
    return `cell ${number} (${seconds.toFixed(1)} s, ${computed}${by})`;
  });
  return `restored ${parts.join(', ')}`;
}
