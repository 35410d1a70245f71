/** The inputs of a run: all that decides about its results, with the states that the run found. */

import { readPlainText } from '../../instrument/index.ts';
import type { WatchedFile } from '../../slicer/index.ts';
import type { Output } from '../kernel/index.ts';
import { signatureOf } from '../session/index.ts';
import { saysDoubt } from './doubtful-text.ts';
import { pathsIn, stateOf } from './found-files.ts';
import { ALL, digestOf, HIDDEN, type KnownState } from './known-state.ts';
import type { NameSources } from './needed-names.ts';
import { asksWhere, pathInKey } from './path-in-key.ts';
import type { RunFacts } from './run-facts.ts';
import { UNVERSIONED } from './state-change.ts';
import type { Looked, Place } from './store-answers.ts';
import type { Input } from './stored-run.ts';

/** The part of the world for Python and its packages. */
export const INSTALLED = 'installed packages';
/** The part of the world for the path of the notebook's folder, an input of runs that may ask for it. */
export const PLACED = 'the place of the folder';

/** The longest text of a module that is looked through. */
const LONGEST = 10_000_000;

export class FoundInputs {
  readonly #state: KnownState;
  readonly #sources: NameSources;
  /** The working directory at the start. */
  readonly folder: string;
  readonly #place: () => Place | null;

  constructor(state: KnownState, sources: NameSources, folder: string, place: () => Place | null) {
    this.#state = state;
    this.#sources = sources;
    this.folder = folder;
    this.#place = place;
  }

  /** The version of a part of the world. */
  world(name: string): string {
    if (name === PLACED) return digestOf(this.folder);
    if (name === INSTALLED) return this.#place()?.installed ?? '';
    const version = this.#state.world(name);
    return name === 'environ' ? `${version} ${this.#place()?.environ ?? ''}` : version;
  }

  /** The inputs of a run that has ended, before its changes are applied; more reasons go to `doubts`. */
  async of(
    facts: RunFacts,
    watched: readonly WatchedFile[],
    source: string,
    looked: Looked,
    outputs: readonly Output[],
    doubts: string[],
  ): Promise<readonly Input[]> {
    const inputs: Input[] = [
      ['world', INSTALLED, this.world(INSTALLED)],
      ['world', HIDDEN, this.#state.world(HIDDEN)],
      ['world', ALL, this.#state.world(ALL)],
    ];
    for (const name of [...facts.reads].sort()) inputs.push(['name', name, this.#state.signature(name)]);
    for (const name of [...facts.worldReads].sort()) {
      if (!UNVERSIONED.has(name)) inputs.push(['world', name, this.world(name)]);
    }
    let isPlaced = asksWhere(source) || shows(outputs, this.folder);
    for (const text of this.#sources.codeOf(facts.reads)) {
      isPlaced ||= asksWhere(text);
      const doubt = saysDoubt(text);
      if (doubt !== null) doubts.push(doubt);
    }
    if (doubts.length > 0) return inputs;
    const found: Input[] = [];
    const paths = new Map<string, 'file' | 'names' | 'tree' | 'contents'>();
    for (const path of [...facts.filesRead, ...(looked.local ?? [])]) paths.set(path, 'file');
    for (const path of pathsIn(source, this.folder)) paths.set(path, 'contents');
    for (const [name, path] of Object.entries(looked.paths ?? {})) {
      if (facts.reads.has(name) && !`${this.folder}/`.startsWith(`${path}/`)) paths.set(path, 'contents');
    }
    for (const [path, kind, signature] of watched) {
      if (facts.filesWritten.has(path)) continue;
      if ((await signatureOf(path, kind)) !== signature) doubts.push(`${path} has changed meanwhile`);
      if (path.endsWith('.py')) {
        const text = textOf(path);
        isPlaced ||= asksWhere(text);
        const doubt = saysDoubt(text);
        if (doubt !== null) doubts.push(`${doubt} (in ${path})`);
      }
      if (kind !== 'file' && paths.get(path) !== 'contents')
        found.push([kind, pathInKey(path, this.folder), (await stateOf(kind, path)) ?? '']);
      else if (kind === 'file' && !paths.has(path)) paths.set(path, 'file');
    }
    for (const [path, kind] of paths) {
      if (facts.filesWritten.has(path)) {
        if (facts.filesRead.has(path)) doubts.push(`it reads and changes ${path}`);
        continue;
      }
      const state = await stateOf(kind, path);
      if (state === null) doubts.push(`nobody can tell whether ${path} changes`);
      else found.push([kind, pathInKey(path, this.folder), state]);
    }
    if (isPlaced) inputs.push(['world', PLACED, this.world(PLACED)]);
    return [...inputs, ...found.sort(([, a], [, b]) => (a < b ? -1 : 1))];
  }
}

/** Whether outputs have the path of the folder. */
function shows(outputs: readonly Output[], folder: string): boolean {
  return JSON.stringify(outputs).includes(JSON.stringify(folder).slice(1, -1));
}

function textOf(path: string): string {
  try {
    return readPlainText(path, LONGEST);
  } catch {
    return '';
  }
}
