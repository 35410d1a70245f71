/**
 * The names that a star import or `%run` binds: from the files of a project, and from the table of well-known
 * modules. It runs nothing. Null: the names are not known.
 */

import { existsSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { starNames } from '../../instrument/index.ts';
import { findGlobalNames, importsIn, parseCell } from '../../slicer/index.ts';
import { textOf } from './what-is-there.ts';

/** Code that binds names which its text does not have. */
const DYNAMIC = /\b(?:globals|locals|vars)\(\)|\b(?:exec|execfile|setattr|__getattr__|__import__|user_ns)\b/;

type Names = ReadonlySet<string> | null;

/** Looks names up for the notebooks of one folder. */
export class ModuleNames {
  readonly #folder: string;
  /** Folders in which modules of the project may be. */
  readonly #roots: readonly string[];
  readonly #known = new Map<string, Names>();

  constructor(folder: string, projectFolders: readonly string[]) {
    this.#folder = folder;
    this.#roots = projectFolders.flatMap((root) => [root, join(root, 'src')]);
  }

  /** The names that `from module import *` binds. */
  ofModule(module: string, from: string = this.#folder): Names {
    const file = this.#fileOf(module, from);
    if (file === null) return module.startsWith('.') ? null : starNames(module);
    const text = textOf(file);
    const listed = listedNames(text);
    if (listed !== undefined) return listed;
    const names = this.ofFile(file);
    return names === null ? null : new Set([...names].filter((name) => !name.startsWith('_')));
  }

  /** The names that a run of a file binds. */
  ofFile(path: string): Names {
    const file = resolve(this.#folder, path);
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    // (a circle of imports)
    this.#known.set(file, new Set());
    const names = this.#namesIn(file);
    this.#known.set(file, names);
    return names;
  }

  #namesIn(file: string): Names {
    if (!existsSync(file)) return null;
    const texts = extname(file) === '.ipynb' ? codeOfNotebook(textOf(file)) : [textOf(file)];
    if (texts === null || texts.length === 0) return null;
    const found = new Set<string>();
    for (const text of texts) {
      const { errors, statements, opaque } = parseCell(text);
      if (opaque) continue;
      if (errors.length > 0 || DYNAMIC.test(text) || text.trim() === '') return null;
      for (const name of findGlobalNames(statements.flatMap(({ body }) => body)).bound) found.add(name);
      for (const { module, star } of importsIn(text)) {
        if (!star) continue;
        const names = this.ofModule(module, dirname(file));
        if (names === null) return null;
        for (const name of names) found.add(name);
      }
    }
    return found;
  }

  #fileOf(module: string, from: string): string | null {
    const [, dots = '', path = ''] = /^(\.*)(.*)$/.exec(module)!;
    const parts = path === '' ? [] : path.split('.');
    const up = '../'.repeat(Math.max(0, dots.length - 1));
    const roots = dots === '' ? [from, ...this.#roots] : [join(from, up)];
    for (const root of roots) {
      const place = join(root, ...parts);
      const file = [`${place}.py`, join(place, '__init__.py')].find((each) => existsSync(each));
      if (file !== undefined) return file;
    }
    return null;
  }
}

/** The names in `__all__`; null: it is computed; undefined: there is none. */
function listedNames(text: string): Names | undefined {
  const all = [...text.matchAll(/^__all__\b(.*?)(?=^\S|$(?![\s\S]))/gms)].map(([, rest]) => rest!);
  if (all.length === 0) return undefined;
  const [list] = all;
  const literal = /^\s*=\s*[[(]((?:\s*(?:#[^\n]*|["'][^"'\n]*["']\s*,?))*)\s*[\])]?/.exec(list!)?.[1];
  if (all.length > 1 || literal === undefined || /__all__/.test(text.replace(/^__all__/m, ''))) return null;
  return new Set([...literal.matchAll(/["']([^"'\n]+)["']/g)].map((match) => match[1]!));
}

function codeOfNotebook(text: string): readonly string[] | null {
  try {
    const { cells } = JSON.parse(text) as { cells?: { cell_type?: string; source?: string | string[] }[] };
    return (cells ?? []).flatMap(({ cell_type, source }) =>
      cell_type === 'code' ? [[source ?? ''].flat().join('')] : [],
    );
  } catch {
    return null;
  }
}
