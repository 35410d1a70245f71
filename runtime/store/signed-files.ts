/**
 * Signed files, each written beside its place and renamed. A personal signature is for this person only; an open one tells
 * everybody who wrote an entry.
 */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { checkJson, object, readPlainText, text } from '../../instrument/index.ts';
import { besideOf } from '../documents/index.ts';
import {
  isPersonalSignature,
  type OpenSignature,
  openSignature,
  ownFingerprint,
  personalSignature,
  signerOf,
} from '../python/index.ts';

const LONGEST = 100_000_000;
const OF_ENTRIES = 'stored run\n';
const FORM = object<OpenSignature>({ key: text, signature: text });

/** Writes a text with this person's signature for a purpose. */
export function writeSigned(path: string, content: string, purpose: string): void {
  writeBeside(path, `${personalSignature(purpose, content)}\n${content}`, 0o600);
}

/** The text of a file that this person signed for this purpose; null for any other. */
export function signedText(path: string, purpose: string): string | null {
  const found = readLines(path);
  return found !== null && isPersonalSignature(found[0], purpose, found[1]) ? found[1] : null;
}

/** Writes an entry; everybody can tell who has written it. */
export function writeEntry(path: string, content: string, mode: number): void {
  writeBeside(path, `${JSON.stringify(openSignature(OF_ENTRIES + content))}\n${content}`, mode);
}

/** An intact entry. `author`: the fingerprint of its writer; null: this person. */
export interface SignedEntry {
  readonly content: string;
  readonly author: string | null;
}

export function readEntry(path: string): SignedEntry | null {
  const found = readLines(path);
  if (found === null) return null;
  const [line, content] = found;
  const signature = checkJson(FORM, line);
  const signer = signature.type === 'ok' ? signerOf(OF_ENTRIES + content, signature.value) : null;
  return signer === null ? null : { content, author: signer === ownFingerprint() ? null : signer };
}

/** The signature of a file, and what it signs. */
function readLines(path: string): readonly [string, string] | null {
  try {
    const found = readPlainText(path, LONGEST);
    const at = found.indexOf('\n');
    return at > 0 ? [found.slice(0, at), found.slice(at + 1)] : null;
  } catch {
    return null;
  }
}

function writeBeside(path: string, content: string, mode: number): void {
  const beside = besideOf(path);
  try {
    writeFileSync(beside, content, { mode, flag: 'wx' });
    renameSync(beside, path);
  } catch (error) {
    // (a full disk leaves a part)
    rmSync(beside, { force: true });
    throw error;
  }
}
