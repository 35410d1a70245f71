/**
 * The kernels of this machine that outlive the Sluice that started them, each noted in a file that only the
 * user may read (kept_kernels.py writes it). It starts, joins and ends none.
 */

import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { isJsonObject, parseJson, startOf, toValue } from '../documents/index.ts';
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
  const folder = keptFolder(home);
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => readNote(join(folder, name)) ?? []);
}

/** Null: the server has ended, or others could have written or read the file. */
function readNote(file: string): KeptKernel | null {
  try {
    const { mode, uid } = lstatSync(file);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    if (!isOwn) return null;
    const parse = parseJson(readPlainText(file, MOST_OF_SETTINGS));
    const value = parse.type === 'parsed' ? toValue(parse.root) : null;
    if (!isJsonObject(value)) return null;
    const { process: pid, start, kernel, notebook, url, token, directory, log } = value;
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
