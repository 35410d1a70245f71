/** The inputs of a run: all that decides about its results, with the states that the run found. */

import { readPlainText } from '../../instrument/index.ts';
import type { WatchedFile } from '../../slicer/index.ts';
import { signatureOf } from '../session/index.ts';
import { saysDoubt } from './doubtful-text.ts';
import { pathsIn, stateOf } from './found-files.ts';
import { ALL, HIDDEN, type KnownState } from './known-state.ts';
import type { NameSources } from './needed-names.ts';
import type { RunFacts } from './run-facts.ts';
import { UNVERSIONED } from './state-change.ts';
import type { Looked } from './store-answers.ts';
import type { Input } from './stored-run.ts';

/** The part of the world for Python and its packages. */
export const INSTALLED = 'installed packages';

/** The longest text of a module that is looked through. */
const LONGEST = 10_000_000;

export class FoundInputs {
  readonly #state: KnownState;
  readonly #sources: NameSources;
  readonly #folder: string;
  readonly #installed: () => string;

  /** `folder`: the working directory at the start. `installed`: a digest of Python and its packages. */
  constructor(state: KnownState, sources: NameSources, folder: string, installed: () => string) {
    this.#state = state;
    this.#sources = sources;
    this.#folder = folder;
    this.#installed = installed;
  }

  /** The version of a part of the world. */
  world(name: string): string {
    return name === INSTALLED ? this.#installed() : this.#state.world(name);
  }

  /** The inputs of a run that has ended, before its changes are applied; more reasons go to `doubts`. */
  async of(
    facts: RunFacts,
    watched: readonly WatchedFile[],
    source: string,
    looked: Looked,
    doubts: string[],
  ): Promise<readonly Input[]> {
    const inputs: Input[] = [
      ['world', INSTALLED, this.world(INSTALLED)],
      ['world', HIDDEN, this.#state.world(HIDDEN)],
      ['world', ALL, this.#state.world(ALL)],
    ];
    for (const name of [...facts.reads].sort()) inputs.push(['name', name, this.#state.signature(name)]);
    for (const name of [...facts.worldReads].sort()) {
      if (!UNVERSIONED.has(name)) inputs.push(['world', name, this.#state.world(name)]);
    }
    for (const text of this.#sources.codeOf(facts.reads)) {
      const doubt = saysDoubt(text);
      if (doubt !== null) doubts.push(doubt);
    }
    if (doubts.length > 0) return inputs;
    const paths = new Map<string, 'file' | 'names' | 'tree' | 'contents'>();
    for (const path of [...facts.filesRead, ...(looked.local ?? [])]) paths.set(path, 'file');
    for (const path of pathsIn(source, this.#folder)) paths.set(path, 'contents');
    for (const [name, path] of Object.entries(looked.paths ?? {})) {
      if (facts.reads.has(name) && !`${this.#folder}/`.startsWith(`${path}/`)) paths.set(path, 'contents');
    }
    for (const [path, kind, signature] of watched) {
      if (facts.filesWritten.has(path)) continue;
      if ((await signatureOf(path, kind)) !== signature) doubts.push(`${path} has changed meanwhile`);
      if (path.endsWith('.py')) {
        const doubt = saysDoubt(textOf(path));
        if (doubt !== null) doubts.push(`${doubt} (in ${path})`);
      }
      if (kind !== 'file' && paths.get(path) !== 'contents')
        inputs.push([kind, path, (await stateOf(kind, path)) ?? '']);
      else if (kind === 'file' && !paths.has(path)) paths.set(path, 'file');
    }
    for (const [path, kind] of [...paths].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (facts.filesWritten.has(path)) {
        if (facts.filesRead.has(path)) doubts.push(`it reads and changes ${path}`);
        continue;
      }
      const state = await stateOf(kind, path);
      if (state === null) doubts.push(`nobody can tell whether ${path} changes`);
      else inputs.push([kind, path, state]);
    }
    return inputs;
  }
}

function textOf(path: string): string {
  try {
    return readPlainText(path, LONGEST);
  } catch {
    return '';
  }
}
