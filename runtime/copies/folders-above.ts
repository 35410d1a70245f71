/**
 * The folders above a source's own, which its code may reach as `..`, and their entries named in the code. It
 * copies nothing.
 */

import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isWithin } from '../platform/index.ts';
import type { Root } from './copied-roots.ts';
import { isCopy } from './copy-places.ts';

/**
 * The folder with up to `count` readable folders above it, outermost first; stops below a folder that
 * contains homes or the system.
 */
export function ancestors(folder: string, count: number): string[] {
  const chain = [folder];
  for (let above = dirname(folder); chain.length <= count; above = dirname(above)) {
    const isHome = above === homedir();
    if (!isHome && (isWithin(homedir(), above) || dirname(above) === above || !canRead(above))) break;
    chain.unshift(above);
  }
  return chain;
}

function canRead(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The entries of the folders of a chain, except its last one; the first folder is at `to` in the copy. */
export function rootsAbove(chain: readonly string[], to: string): Root[] {
  return chain.slice(0, -1).flatMap((folder, index) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry): Root[] => {
      const from = join(folder, entry.name);
      const type = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : null;
      if (type === null || from === chain[index + 1] || isCopy(from)) return [];
      return [{ type, from, to: join(to, relative(chain[0] ?? '', from)) }];
    }),
  );
}

/** Whether the code has a file's name, with or without its suffix. */
export function isNamed(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || names.has(name.replace(/\.\w+$/, ''));
}
