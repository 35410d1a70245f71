/**
 * Signs the outputs of runs in session logs with a key of this person for all notebooks, so that outputs made
 * here can be told from outputs of another origin. It reads no logs.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainFile } from '../../../instrument/index.ts';
import type { CellId } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import { sluiceHome } from '../../python/index.ts';

const KEY_LENGTH = 32;

let known: { readonly home: string; readonly key: Buffer } | null = null;

/** The signature of a run's outputs. */
export function runSignature(cell: CellId, source: string, outputs: readonly Output[] | null): string {
  return createHmac('sha256', personalKey())
    .update(JSON.stringify([cell, source, outputs]))
    .digest('base64url');
}

/** Whether a signature is this person's. */
export function isSignedRun(signature: unknown, ...run: Parameters<typeof runSignature>): boolean {
  if (typeof signature !== 'string') return false;
  const [a, b] = [Buffer.from(signature), Buffer.from(runSignature(...run))];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key, in the folder of Sluice's own files; if the folder is not writable, for this process alone. */
function personalKey(): Buffer {
  const home = sluiceHome();
  if (known?.home !== home) known = { home, key: readOrMakeKey(home) };
  return known.key;
}

function readOrMakeKey(home: string): Buffer {
  const file = join(home, 'signing-key');
  const made = randomBytes(KEY_LENGTH);
  try {
    mkdirSync(home, { recursive: true });
    writeFileSync(file, made, { flag: 'wx', mode: 0o600 });
    return made;
  } catch {
    // the key exists already, or cannot be made
  }
  try {
    const read = readPlainFile(file, MOST_OF_SETTINGS);
    return read.length === KEY_LENGTH ? read : made;
  } catch {
    return made;
  }
}
