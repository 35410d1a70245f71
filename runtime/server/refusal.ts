/** Answers to requests that are not what was asked for, and the addresses that requests name. */

import type { IncomingMessage } from 'node:http';
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

/**
 * The address that a request names. @throws {Refusal} when it is none (`//` would be a server without a name), or of another server than
 * the request is for: `GET http://other/`.
 */
export function addressOf(request: Pick<IncomingMessage, 'url' | 'headers'>): URL {
  const { url = '/', headers } = request;
  const isWhole = !url.startsWith('/');
  const address = isWhole ? url : `http://server${url}`;
  if (!URL.canParse(address)) throw new Refusal(400, 'the address is malformed');
  const found = new URL(address);
  if (isWhole && found.host !== headers.host) throw new Refusal(400, 'the address is one of another server');
  return found;
}

/** A part of an address without its `%` codes. @throws {Refusal} */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, 'the address is malformed');
  }
}
