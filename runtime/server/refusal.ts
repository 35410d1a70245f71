/** Answers to requests that cannot be served, and the addresses in requests. */

import type { IncomingMessage } from 'node:http';
import { describeFailure } from '../documents/index.ts';
import { messageOf, SluiceError } from '../words/index.ts';

/** With the HTTP status, and the reason in one line. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A failure as an answer: refusals of the file system are not the server's fault. */
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
 * The address in a request. @throws {Refusal} when it is none (`//` would be a server without a name), or
 * names another server: `GET http://other/`.
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
