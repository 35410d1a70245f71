/** Signatures that others can check, with a key made from the personal one. Its fingerprint names the person. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { personalSecret } from './personal-key.ts';

/** The beginning of an Ed25519 key in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signature with the public key that checks it, both in base64url. */
export interface OpenSignature {
  readonly key: string;
  readonly signature: string;
}

/** Signs a text as this person. */
export function openSignature(text: string): OpenSignature {
  const secret = ownSecret();
  return {
    key: publicBytes(secret).toString('base64url'),
    signature: sign(null, Buffer.from(text), secret).toString('base64url'),
  };
}

/** The fingerprint of this person's key. */
export function ownFingerprint(): string {
  return fingerprintOf(publicBytes(ownSecret()));
}

/** The fingerprint of the key that signed a text; null if the signature is not of this text. */
export function signerOf(text: string, { key, signature }: OpenSignature): string | null {
  try {
    const bytes = Buffer.from(key, 'base64url');
    const checked: KeyObject = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    if (checked.asymmetricKeyType !== 'ed25519') return null;
    return verify(null, Buffer.from(text), checked, Buffer.from(signature, 'base64url'))
      ? fingerprintOf(bytes)
      : null;
  } catch {
    return null;
  }
}

function ownSecret(): KeyObject {
  const seed = personalSecret('public signatures\n');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

function publicBytes(secret: KeyObject): Buffer {
  return createPublicKey(secret).export({ format: 'der', type: 'spki' });
}

function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}
