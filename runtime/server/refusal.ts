/** Answers to requests that are not what was asked for, and the addresses that requests name. */

import { describeFailure } from '../documents/index.ts';
import { messageOf, SluiceError } from '../errors.ts';

/** With the status of HTTP, and in one line why. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A failure as an answer: what the file system refuses is not our fault. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof SluiceError) return new Refusal(400, error.message);
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return new Refusal(500, messageOf(error));
  const status = STATUS[code] ?? (code.startsWith('ERR_') ? 500 : 400);
  return new Refusal(status, describeFailure(error));
}

const STATUS: Readonly<Record<string, number>> = {
  ENOENT: 404,
  ENOTDIR: 404,
  EACCES: 403,
  EPERM: 403,
  ENOSPC: 507,
  EDQUOT: 507,
};

/** The address that a request names. @throws {Refusal} when it is none: `//` would be a server without a name. */
export function addressOf(request: { readonly url?: string | undefined }): URL {
  const { url = '/' } = request;
  try {
    return new URL(url.startsWith('/') ? `http://server${url}` : url, 'http://server');
  } catch {
    throw new Refusal(400, 'the address is malformed');
  }
}

/** A part of an address without its `%` codes. @throws {Refusal} */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, 'the address is malformed');
  }
}
