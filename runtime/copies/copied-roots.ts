/**
 * The files and folders of a private copy, each with its path in the copy: the source's folder, the needed
 * parts of the folders above, and the targets of symbolic links. No link of the copy lets a program write the
 * user's files: it leads to a copied file, to files of the system, or nowhere. Nothing is copied here.
 */

import { accessSync, constants, lstatSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isOfSystem, isWithin } from '../platform/index.ts';

/** A file or folder that is copied with its whole content. */
export interface Root {
  readonly type: 'file' | 'folder';
  /** Its path, without links. */
  readonly from: string;
  /** Its path, relative to the copy's base. */
  readonly to: string;
  /** The only file to copy from a folder. */
  readonly only?: string;
}

/** A larger file is not copied where there are overlays. */
const LARGE_BYTES = 16 * 1024 * 1024;

/** The target of links to missing or uncopied files. */
const NOWHERE = join('out', 'nowhere');

/** The roots of a copy; more come in while its links are looked at. */
export class CopiedRoots {
  readonly all: Root[];
  readonly #base: string;
  readonly #kind: 'copy' | 'overlay';
  /** The number of links to existing files that lead nowhere in the copy. */
  leftOut = 0;

  constructor(base: string, roots: readonly Root[], kind: 'copy' | 'overlay') {
    this.#base = base;
    this.all = [...roots];
    this.#kind = kind;
  }

  /**
   * The text of a link's copy; the link is in `root`, with the text `text`. An outside folder or file as its
   * target becomes a root.
   */
  linkText(link: string, text: string, root: Root): string {
    const target = resolve(dirname(link), text);
    if (!isAbsolute(text) && isWithin(target, root.from)) return text;
    const place = this.#placeOf(target);
    return place === null || (place.isShown && isAbsolute(text)) ? text : place.path;
  }

  /** The path of the copy of a path; null: the path itself. */
  #placeOf(target: string): { readonly path: string; readonly isShown: boolean } | null {
    const real = realOf(target);
    const known = this.all.find((root) => holds(root, real));
    if (known !== undefined) {
      const path = join(this.#base, known.to, relative(known.from, real));
      return { path, isShown: this.#kind === 'overlay' && isShownInPlace(known) };
    }
    if (isFixed(real)) return null;
    const stat = lstatSync(real, { throwIfNoEntry: false });
    const exists = stat !== undefined && (stat.isFile() || stat.isDirectory());
    // a folder above would contain the whole source again
    if (!exists || this.all.some(({ from }) => isWithin(from, real)) || isWithin(this.#base, real)) {
      if (exists) this.leftOut += 1;
      return { path: join(this.#base, NOWHERE, basename(real)), isShown: false };
    }
    const to = join('out', String(this.all.length), basename(real));
    if (stat.isDirectory()) this.all.push({ type: 'folder', from: real, to });
    else if (this.#kind === 'copy' || stat.size <= LARGE_BYTES)
      this.all.push({ type: 'file', from: real, to });
    else this.all.push({ type: 'folder', from: dirname(real), to: dirname(to), only: basename(real) });
    return { path: join(this.#base, to), isShown: false };
  }
}

/**
 * Whether an overlay of the root also appears at the original's path. False if temporary files lie in the
 * root, because the server and its kernels share them, including sockets.
 */
export function isShownInPlace({ type, from, only }: Root): boolean {
  if (type === 'file' || only !== undefined) return false;
  return !['/tmp', tmpdir()].some((path) => isWithin(realOf(path), from));
}

function holds({ type, from, only }: Root, path: string): boolean {
  if (only !== undefined) return path === join(from, only);
  return type === 'folder' ? isWithin(path, from) : path === from;
}

/** The path without links, as far as it exists. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOf(above), basename(path));
  }
}

/** Whether a link to the file stays: the file belongs to the system, or cannot be written. */
function isFixed(path: string): boolean {
  if (isOfSystem(path)) return true;
  try {
    if (!lstatSync(path).isFile()) return false;
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return ['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
