/**
 * The key of this person for all notebooks, in the folder of Sluice's own files: with it Sluice signs whatever
 * it later takes for its own work.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainFile } from '../../instrument/index.ts';
import { sluiceHome } from './sluice-home.ts';

const KEY_LENGTH = 32;

let known: { readonly home: string; readonly key: Buffer } | null = null;

/** The signature of a text. `purpose`: a signature for one purpose is none for another. */
export function personalSignature(purpose: string, text: string): string {
  return createHmac('sha256', personalKey()).update(`${purpose}${text}`).digest('base64url');
}

/** 32 secret bytes of this person for a purpose. */
export function personalSecret(purpose: string): Buffer {
  return createHmac('sha256', personalKey()).update(purpose).digest();
}

/** Whether a signature is this person's. */
export function isPersonalSignature(signature: unknown, purpose: string, text: string): boolean {
  if (typeof signature !== 'string') return false;
  const [a, b] = [Buffer.from(signature), Buffer.from(personalSignature(purpose, text))];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key; if the folder is not writable, for this process alone. */
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
