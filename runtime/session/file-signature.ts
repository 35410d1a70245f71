/**
 * The signature of a path from the file system, equal to the agent's signature of a found path
 * (`instrument/agent/world/watched_files.py`): a text that changes with the relevant facts of the path. It
 * watches nothing.
 */

import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlainFile } from '../../instrument/index.ts';
import type { WatchKind } from '../../slicer/index.ts';

const ENTRIES = 5000;
/** The limit for comparing the content of a file whose other facts have changed. */
const MOST_COMPARED_BYTES = 1_000_000;

/** The signature of a path; null: unknown. `without`: entries of a folder that do not count. */
export async function signatureOf(
  path: string,
  kind: WatchKind,
  without: ReadonlySet<string> = NONE,
): Promise<string | null> {
  const found = await described(path);
  if (found === null || found === '') return found;
  if (!found.isDirectory()) return `${found.mtimeNs}:${found.size}:${found.ino}`;
  if (kind === 'file') return 'folder';
  const lines =
    (await entriesOf(path, kind, without)) ??
    (kind === 'tree' ? await entriesOf(path, 'names', without) : null);
  if (lines === null) return null;
  lines.sort(Buffer.compare);
  const hash = createHash('sha1');
  for (const [at, line] of lines.entries()) hash.update(at === 0 ? line : Buffer.concat([NEWLINE, line]));
  return hash.digest('hex');
}

/** A digest of a small file's content, empty where nothing is, as the agent makes it; null for other paths. */
export async function contentOf(path: string): Promise<string | null> {
  const found = await described(path);
  if (found === '') return found;
  if (found === null || !found.isFile() || found.size > MOST_COMPARED_BYTES) return null;
  try {
    return createHash('sha1').update(readPlainFile(path, MOST_COMPARED_BYTES)).digest('hex');
  } catch {
    return null;
  }
}

const NONE: ReadonlySet<string> = new Set();
const NEWLINE = Buffer.from('\n');

function described(path: string): Promise<Awaited<ReturnType<typeof bigStat>> | '' | null> {
  return bigStat(path).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? '' : null));
}

const bigStat = (path: string) => stat(path, { bigint: true });

/** A line for each entry of a folder; null if there are too many. */
async function entriesOf(
  folder: string,
  kind: WatchKind,
  without: ReadonlySet<string>,
): Promise<Buffer[] | null> {
  const found: Buffer[] = [];
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    // names with invalid UTF-8 differ from Python's, and so count as changed once
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const { name } = entry;
      if (name.startsWith('.') || name === '__pycache__') continue;
      if (kind === 'contents' && name.endsWith('.ipynb')) continue;
      const isFolder = entry.isDirectory();
      const line = below + name;
      if (without.has(join(folder, line))) continue;
      if (isFolder && kind !== 'names') pending.push(`${line}/`);
      let more = '';
      if (kind === 'contents' && !isFolder) {
        const seen = await described(join(folder, line));
        if (seen) more = `\t${seen.mtimeNs}:${seen.size}`;
      }
      found.push(Buffer.from(line + more));
      if (found.length > ENTRIES) return null;
    }
  }
  return found;
}
