/**
 * Knowledge of libraries for the notebooks of a folder: the shipped declarations, and the user's own beside
 * the notebooks. It caches them.
 */

import { checkEffects, effectsBeside, libraryWith } from '../../instrument/index.ts';
import { formatStubProblem, type LibraryKnowledge } from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';

/** The knowledge of libraries by folder. */
export class Libraries {
  readonly #effects: readonly string[];
  readonly #known = new Map<string, LibraryKnowledge>();

  /** `effects`: the user's stub files for all folders. */
  constructor(effects: readonly string[] = []) {
    this.#effects = effects;
  }

  /** For the notebooks of a folder. @throws {SluiceError} for a mistake in a file of the user's */
  around(folder: string): LibraryKnowledge {
    const own = [...effectsBeside(folder), ...this.#effects];
    const key = own.join('\0');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const [problem] = own.flatMap(checkEffects);
    if (problem) throw new SluiceError(formatStubProblem(problem));
    const library = libraryWith(own);
    this.#known.set(key, library);
    return library;
  }
}
