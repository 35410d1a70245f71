/**
 * The kernels of this machine that outlive the Sluice that started them, each noted in a file that only the
 * user may read (kept_kernels.py writes it). It starts, joins and ends none.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { notesIn, readNote } from '../documents/index.ts';
import { startOf } from '../platform/index.ts';
import type { ServerAddress } from './server-api.ts';

/** In place of a server's address: a kernel of this machine that outlives Sluice. */
export const KEPT = 'kept';

/** A kernel that is kept, and the way to it. */
export interface KeptKernel {
  readonly kernel: string;
  /** The absolute path of its notebook. */
  readonly notebook: string;
  readonly address: ServerAddress;
  /** The file with the last words of the kernel's server. */
  readonly log: string;
}

/** The folder of the notes. `home`: Sluice's own folder. */
export function keptFolder(home: string): string {
  return join(home, 'kernels');
}

/** All kept kernels whose server runs; notes of ended servers are removed. */
export function keptKernels(home: string): readonly KeptKernel[] {
  return notesIn(keptFolder(home), /\.json$/).flatMap((file) => keptKernel(file) ?? []);
}

/** Null: the server has ended, or the note does not count. */
function keptKernel(file: string): KeptKernel | null {
  try {
    const note = readNote(file);
    if (note === null) return null;
    const { process: pid, start, kernel, notebook, url, token, directory, log } = note;
    if (typeof pid !== 'number' || startOf(pid) !== start) {
      rmSync(file, { force: true });
      // a killed server leaves these
      if (typeof directory === 'string') rmSync(directory, { recursive: true, force: true });
      if (typeof log === 'string') rmSync(log, { force: true });
      return null;
    }
    if (typeof kernel !== 'string' || typeof notebook !== 'string' || typeof log !== 'string') return null;
    if (typeof url !== 'string' || typeof token !== 'string') return null;
    return { kernel, notebook, address: { url, token }, log };
  } catch {
    return null;
  }
}
