/**
 * Writes unsaved content to a place where a person can find it: beside the file, as `NAME.unsaved.ipynb`, or
 * else in Sluice's own folder. It overwrites no file. saving.ts decides when.
 */

import { constants } from 'node:buffer';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { readPlainText } from '../../../instrument/index.ts';
import { saveAtomically } from '../../documents/index.ts';
import { sluiceHome } from '../../python/index.ts';
import { messageOf } from '../../words/index.ts';

/** The result of a rescue. */
export type Rescue =
  | { readonly type: 'written'; readonly path: string }
  | { readonly type: 'lost'; readonly reason: string };

/** Writes `text`, the unsaved content of the notebook `path`. */
export function rescue(path: string, text: string, home = sluiceHome()): Rescue {
  const own = join(home, 'unsaved');
  let reason = '';
  for (const folder of [dirname(path), own]) {
    try {
      if (folder === own) mkdirSync(own, { recursive: true, mode: 0o700 });
      return { type: 'written', path: writeBeside(folder, basename(path), text) };
    } catch (error) {
      reason = messageOf(error);
    }
  }
  return { type: 'lost', reason };
}

/** The path of the text; also if a file with it existed already. */
function writeBeside(folder: string, name: string, text: string): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  const there = new Set(readdirSync(folder));
  for (let n = 1; ; n += 1) {
    const candidate = `${stem}.unsaved${n === 1 ? '' : `-${n}`}${extension}`;
    const path = join(folder, candidate);
    if (!there.has(candidate)) saveAtomically(path, text);
    else if (!holds(path, text)) continue;
    return path;
  }
}

function holds(path: string, text: string): boolean {
  try {
    return readPlainText(path, constants.MAX_STRING_LENGTH) === text;
  } catch {
    return false;
  }
}
