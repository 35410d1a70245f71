/**
 * Who may talk to the server: a token in the first address, a cookie after that, and only pages of this very server. It serves nothing.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What requests are checked against. */
export interface Access {
  readonly token: string;
  /** The names under which the server may be addressed, with the port, as in a `Host` header. */
  readonly hosts: ReadonlySet<string>;
  readonly cookie: string;
}

/** Access by a new random token. `hosts`: as in {@link Access}. */
export function newAccess(hosts: ReadonlySet<string>, port: number): Access {
  return {
    token: randomBytes(32).toString('base64url'),
    hosts,
    // cookies do not tell ports apart
    cookie: `sluice-${port}`,
  };
}

/** Whether the request was addressed to this server: a foreign name that leads here (DNS rebinding) is refused. */
export function isOwnHost(access: Access, request: IncomingMessage): boolean {
  return access.hosts.has((request.headers.host ?? '').toLowerCase());
}

/** Whether a page of this server made the request. Browsers send an `Origin` with all that can change something. */
export function isOwnOrigin(access: Access, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return (
    origin !== undefined &&
    /^https?:\/\//.test(origin) &&
    access.hosts.has(origin.replace(/^https?:\/\//, ''))
  );
}

/** Whether the request carries the cookie, or the token as a header (for programs). */
export function isKnown(access: Access, request: IncomingMessage): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const prefix = `${access.cookie}=`;
  const given = cookies.find((part) => part.startsWith(prefix))?.slice(prefix.length);
  const header = /^token (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return isToken(access, given) || isToken(access, header);
}

/** Whether this is the token, in a time that does not tell how much of it is right. */
export function isToken(access: Access, given: string | null | undefined): boolean {
  if (given === null || given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(access.token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The `Set-Cookie` header after the token was seen. */
export function cookieHeader(access: Access): string {
  return `${access.cookie}=${access.token}; HttpOnly; SameSite=Strict; Path=/`;
}
