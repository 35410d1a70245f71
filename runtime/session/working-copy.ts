/**
 * A private copy of the folder a source lies in, so that replaying and verifying change nothing of the user's. Small files
 * are copied, large ones and deep folders linked. It does not see paths outside the folder.
 */

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE_BYTES = 16 * 1024 * 1024;
const TOTAL_BYTES = 256 * 1024 * 1024;
const ENTRIES = 3000;
const DEPTH = 4;
const SKIPPED = new Set(['.git', 'node_modules', '__pycache__', '.ipynb_checkpoints', '.venv', 'venv']);

/** A folder to work in. `remove` deletes it. */
export interface WorkingCopy {
  readonly path: string;
  remove(): void;
}

/**
 * Copies `folder`. Files over 16 MB, folders more than four levels deep and everything past 3000 entries or 256 MB are
 * symbolic links to the originals: writing to those would reach them.
 */
export function copyFolder(folder: string): WorkingCopy {
  const path = mkdtempSync(join(tmpdir(), 'sluice-'));
  const left = { bytes: TOTAL_BYTES, entries: ENTRIES };
  copyInto(folder, path, DEPTH, left);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

function copyInto(from: string, to: string, depth: number, left: { bytes: number; entries: number }): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    left.entries -= 1;
    try {
      if (entry.isDirectory() && depth > 0 && left.entries > 0 && !SKIPPED.has(entry.name)) {
        mkdirSync(target);
        copyInto(source, target, depth - 1, left);
        continue;
      }
      const size = entry.isFile() ? statSync(source).size : Number.POSITIVE_INFINITY;
      if (entry.isFile() && size <= FILE_BYTES && size <= left.bytes && left.entries > 0) {
        left.bytes -= size;
        copyFileSync(source, target);
      } else if (entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()) {
        symlinkSync(source, target);
      }
    } catch {
      // unreadable entries are missing in the copy, as they would be for the notebook
    }
  }
}
