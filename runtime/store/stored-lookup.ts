/** Finds a stored run that found all inputs as they are now. It reads no value into the kernel. */

import { list, text } from '../../instrument/index.ts';
import { stateOf } from './found-files.ts';
import { type FoundInputs, PLACED } from './found-inputs.ts';
import { ALL, HIDDEN, type KnownState } from './known-state.ts';
import { pathOfKey } from './path-in-key.ts';
import type { AskedKernel } from './store-answers.ts';
import type { StoreFolder } from './store-folder.ts';
import { putFiles } from './stored-files.ts';
import type { StoredRun } from './stored-run.ts';

/** A found run; or the first difference, in words (null: the text has no stored run). */
export interface LookedUp {
  readonly stored: StoredRun | null;
  readonly why: string | null;
}

/** A kernel in reactive mode puts random streams as runs of the cells above left them, and knows no stored run. */
export function isForLive({ values }: StoredRun): boolean {
  return values.every(({ streams }) => !streams);
}

/** Why a run does not stand for a cell on a full or read-only disk. */
export const UNPUT = 'a file that it wrote cannot be put back';

/** The kernel's answers, asked for only where the text has a stored run. */
interface LookedUpIn {
  readonly settings: () => Promise<Readonly<Record<string, string>>>;
  readonly kernel: AskedKernel;
}

/** The stored run of a cell with this text, whose written files are put back. `fits`: which runs count. */
export async function lookUp(
  store: StoreFolder,
  state: KnownState,
  inputs: FoundInputs,
  source: string,
  { settings: askSettings, kernel }: LookedUpIn,
  fits: (stored: StoredRun) => boolean = () => true,
): Promise<LookedUp> {
  const candidates = store.candidates(source).filter(fits);
  if (candidates.length === 0) return { stored: null, why: null };
  const settings = await askSettings();
  let why: string | null = null;
  for (const stored of candidates) {
    const other =
      (await otherInput(stored, state, inputs, settings)) ?? (await strangeModule(stored, kernel));
    if (other === null) {
      if (!store.hasAll(stored)) why ??= 'a file of its values is gone';
      else if (await putFiles(store, stored, inputs.folder)) return { stored, why: null };
      else why ??= UNPUT;
    } else why ??= other;
  }
  return { stored: null, why };
}

/** The first input that is another one now, in words; null: none. */
async function otherInput(
  stored: StoredRun,
  state: KnownState,
  inputs: FoundInputs,
  settings: Readonly<Record<string, string>>,
): Promise<string | null> {
  for (const [kind, name, value] of stored.inputs) {
    if (kind === 'name') {
      if (state.signature(name) !== value) return `${name} is another value`;
    } else if (kind === 'world' && inputs.world(name) !== value) return `${worldWords(name)} has changed`;
  }
  const file = await otherFile(stored, inputs.folder);
  if (file !== null) return `${file} has changed`;
  for (const [location, digest] of Object.entries(settings)) {
    if (stored.settings[location] !== digest) return `${location} is not as it was`;
  }
  return null;
}

/** A module that only the code of somebody else has asked for: nothing of it runs here. */
async function strangeModule({ author, modules }: StoredRun, kernel: AskedKernel): Promise<string | null> {
  if (author === undefined || modules.length === 0) return null;
  const strange = await kernel.ask('strange_modules', { names: modules }, list(text));
  if (strange === null) return 'the kernel does not answer';
  return strange[0] === undefined ? null : `somebody else has loaded ${strange[0]} in it`;
}

/** The first file or folder that a stored run found otherwise, as keys name it; null: none. `folder`: the notebook's. */
export async function otherFile({ inputs }: StoredRun, folder: string): Promise<string | null> {
  for (const [kind, name, value] of inputs) {
    if (kind === 'name' || kind === 'world') continue;
    if ((await stateOf(kind, pathOfKey(name, folder))) !== value) return name;
  }
  return null;
}

function worldWords(name: string): string {
  if (name === PLACED) return 'the path of the folder';
  if (name === HIDDEN) return 'what modules and libraries hold';
  return name === ALL ? 'the session' : name;
}
