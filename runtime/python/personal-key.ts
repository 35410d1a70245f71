/**
 * The key of this person for all notebooks, in the folder of Sluice's own files: with it Sluice signs whatever
 * it later takes for its own work.
 */

import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const kept = readKey(file);
  if (kept !== null) return kept;
  const made = randomBytes(KEY_LENGTH);
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    mkdirSync(home, { recursive: true });
    writeFileSync(beside, made, { flag: 'wx', mode: 0o600 });
    takeKey(beside, file);
  } catch {
    // another process has made the key meanwhile, or nobody can make one
  } finally {
    rmSync(beside, { force: true });
  }
  return readKey(file) ?? made;
}

/** Names a whole file, so that no process ever reads a part of a key; a damaged key is of no use, and goes. */
function takeKey(beside: string, file: string): void {
  try {
    linkSync(beside, file);
  } catch (error) {
    if (readKey(file) !== null) throw error;
    renameSync(beside, file);
  }
}

function readKey(file: string): Buffer | null {
  try {
    const read = readPlainFile(file, MOST_OF_SETTINGS);
    return read.length === KEY_LENGTH ? read : null;
  } catch {
    return null;
  }
}
