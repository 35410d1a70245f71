/** The user's own modules imported by code, directly or through other own modules. This file runs nothing. */

import { dirname, join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { type FoundImport, importsIn } from '../../slicer/index.ts';

/** The files of own modules by import, remembered for all cells of a folder. */
export class OwnModules {
  readonly #folder: string;
  readonly #wasThere: (path: string) => boolean;
  readonly #texts = new Map<string, string | null>();

  /** `folder`: where the kernel runs. `wasThere`: whether a file that is gone was there at the revision. */
  constructor(folder: string, wasThere: (path: string) => boolean) {
    this.#folder = folder;
    this.#wasThere = wasThere;
  }

  /** The files that an import loads, also through the modules that these import. */
  filesOf(found: FoundImport): readonly string[] {
    const files = new Set<string>();
    const queue = this.#named(found, this.#folder);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (files.has(next)) continue;
      files.add(next);
      for (const inner of importsIn(this.#text(next) ?? '')) queue.push(...this.#named(inner, dirname(next)));
    }
    return [...files];
  }

  /** The files that one import names: each package on its way, and submodules among the taken names. */
  #named({ module, taken }: FoundImport, own: string): string[] {
    const [, dots = '', path = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
    let base = dots === '' ? this.#folder : own;
    for (let up = 1; up < dots.length; up += 1) base = dirname(base);
    const files = dots === '' ? [] : [join(base, '__init__.py')];
    for (const part of path === '' ? [] : path.split('.')) {
      base = join(base, part);
      files.push(`${base}.py`, join(base, '__init__.py'));
    }
    files.push(...taken.map((name) => join(base, `${name}.py`)));
    return files.filter((file) => this.#text(file) !== null || this.#wasThere(file));
  }

  /** Null: there is no such file. */
  #text(path: string): string | null {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = readOrNull(path);
    this.#texts.set(path, text);
    return text;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readPlainText(path, MOST_OF_SETTINGS);
  } catch {
    return null;
  }
}
