/** The content of files and folders as digests. Times and sizes say nothing here: both may stay when a file changes. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { streamPlainFile } from '../../instrument/index.ts';
import { signatureOf } from '../session/index.ts';
import { digestOf } from './known-state.ts';
import type { InputKind } from './stored-run.ts';

/** The limits of a folder whose files all count. */
const MOST_FILES = 1_000;
const MOST_BYTES = 500_000_000;

/** The state of a path: empty where nothing is, null where nobody can tell. */
export async function stateOf(kind: InputKind, path: string): Promise<string | null> {
  if (kind === 'names' || kind === 'tree') return signatureOf(path, kind);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? '' : null,
  );
  if (found === null || found === '') return found;
  if (found.isDirectory()) return kind === 'file' ? 'folder' : contentsOf(path);
  return found.isFile() ? fileDigest(path) : null;
}

/** The digest of a file's content; null if it cannot be read. */
export async function fileDigest(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(streamPlainFile(path).stream, hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

async function contentsOf(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null || entries.length > MOST_FILES) return null;
  let left = MOST_BYTES;
  const found: (readonly [string, string])[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (path.includes('/.sluice') || path.endsWith('.ipynb') || !entry.isFile()) continue;
    left -= (await stat(path).catch(() => ({ size: MOST_BYTES }))).size;
    const digest = left < 0 ? null : await fileDigest(path);
    if (digest === null) return null;
    found.push([relative(folder, path), digest]);
  }
  return digestOf(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const STRING = /'''[\s\S]*?'''|"""[\s\S]*?"""|'[^'\n]*'|"[^"\n]*"/g;
const LONGEST = 500;

/**
 * Paths in the strings of a text at which something is: libraries of C open files that no record has. A folder
 * that the working directory is in is no data.
 */
export function pathsIn(source: string, folder: string): readonly string[] {
  const found = new Set<string>();
  for (const [quoted] of source.matchAll(STRING)) {
    const text = quoted.replace(/^['"]+|['"]+$/g, '');
    for (const part of [text, ...text.split(/['"\s(),]+/)]) {
      if (part === '' || part.length > LONGEST || !/[\w]/.test(part)) continue;
      const path = resolve(folder, part);
      if (!`${folder}/`.startsWith(`${path}/`) && existsSync(path)) found.add(path);
    }
  }
  return [...found];
}
