/** The keys of people whose results this person takes as their own: reading a result may run code of its author. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkJson, list, text } from '../../instrument/index.ts';
import { sluiceHome } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';
import { signedText, writeSigned } from './signed-files.ts';

const PURPOSE = 'trusted keys\n';
const FINGERPRINT = /^[0-9a-f]{32}$/;

/** The fingerprints of the trusted keys. */
export function trustedKeys(): ReadonlySet<string> {
  const found = signedText(path(), PURPOSE);
  const keys = found === null ? null : checkJson(list(text), found);
  return new Set(keys?.type === 'ok' ? keys.value : []);
}

/** Trusts a key from now on, or no longer. @throws {SluiceError} if it is no fingerprint. */
export function trustKey(key: string, trusted: boolean): void {
  if (!FINGERPRINT.test(key)) throw new SluiceError(`${key} is no fingerprint of a key`);
  const keys = new Set(trustedKeys());
  if (trusted) keys.add(key);
  else keys.delete(key);
  mkdirSync(sluiceHome(), { recursive: true });
  writeSigned(path(), JSON.stringify([...keys]), PURPOSE);
}

function path(): string {
  return join(sluiceHome(), 'trusted-keys.json');
}
