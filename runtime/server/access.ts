/**
 * Access to the server. A first visit needs the token from the printed address; later, the server's own pages
 * have a cookie and a key. The cookie alone opens only pages without content, because browsers send it to
 * every port of the machine; the key is in the storage of pages, which browsers separate by port. It serves
 * nothing.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The secrets and names for checks of requests. */
export interface Access {
  readonly token: string;
  /** The names under which the server may be addressed, with the port, as in a `Host` header. */
  readonly hosts: ReadonlySet<string>;
  readonly cookie: { readonly name: string; readonly value: string };
  /** A secret of this server's pages. */
  readonly key: string;
  /** The secret for signing passes. */
  readonly secret: string;
}

/** The WebSocket protocol of pages; they offer their key beside it, because they cannot set headers. */
export const PAGE_PROTOCOL = 'sluice';

/** For how long a file can be fetched with a pass. */
const PASS_MS = 60_000;

/** Access by a new random token. `hosts`: as in {@link Access}. */
export function newAccess(hosts: ReadonlySet<string>, port: number): Access {
  const [token, value, key, secret] = Array.from({ length: 4 }, () => randomBytes(32).toString('base64url'));
  return {
    token: token!,
    hosts,
    // cookies do not tell ports apart
    cookie: { name: `sluice-${port}`, value: value! },
    key: key!,
    secret: secret!,
  };
}

/** Whether the request was addressed to this server: another name that leads here (DNS rebinding) is refused. */
export function isOwnHost(access: Access, request: IncomingMessage): boolean {
  return access.hosts.has((request.headers.host ?? '').toLowerCase());
}

/**
 * Whether a page of this server made the request. Browsers send an `Origin` with every request that can
 * change something.
 */
export function isOwnOrigin(access: Access, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return (
    origin !== undefined &&
    /^https?:\/\//.test(origin) &&
    access.hosts.has(origin.replace(/^https?:\/\//, ''))
  );
}

/** Whether the request carries the token as a header (programs do). */
export function hasToken(access: Access, request: IncomingMessage): boolean {
  return isToken(access, /^token (.+)$/.exec(request.headers.authorization ?? '')?.[1]);
}

/** Whether this is the token. */
export function isToken(access: Access, given: string | null | undefined): boolean {
  return isSame(access.token, given);
}

/** The token in an address, for the first visit; null: there is none. */
export function tokenIn(url: URL): string | null {
  return url.searchParams.get('token');
}

/** Whether the request carries the cookie: then its browser has been here with the token. */
export function hasCookie(access: Access, request: IncomingMessage): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const prefix = `${access.cookie.name}=`;
  const given = cookies.find((part) => part.startsWith(prefix))?.slice(prefix.length);
  return isSame(access.cookie.value, given);
}

/** Whether the request carries the key of pages. */
export function hasKey(access: Access, request: IncomingMessage): boolean {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  const header = request.headers['x-sluice-key'];
  return [header, ...offered].some((given) => typeof given === 'string' && isSame(access.key, given));
}

/** A pass to a file of the opened folder, for elements that cannot set headers (images, downloads). */
export function newPass(access: Access, path: string): string {
  // (a clock that is set back must not prolong it)
  const until = Math.round(performance.now()) + PASS_MS;
  return `${until}.${signature(access, path, until)}`;
}

/** Whether the address has a valid pass to this file. */
export function hasPass(access: Access, url: URL, path: string): boolean {
  const [until = '', signed] = (url.searchParams.get('pass') ?? '').split('.');
  return Number(until) > performance.now() && isSame(signature(access, path, Number(until)), signed);
}

/** The pass to the extensions of the person, as long as the server runs: a module may import others at any time. */
export function extensionPass({ secret }: Access): string {
  return createHmac('sha256', secret).update('extensions').digest('base64url');
}

/** Whether this is the pass to extensions. */
export function isExtensionPass(access: Access, given: string): boolean {
  return isSame(extensionPass(access), given);
}

/** The `Set-Cookie` header after the token was seen. */
export function cookieHeader({ cookie }: Access): string {
  return `${cookie.name}=${cookie.value}; HttpOnly; SameSite=Strict; Path=/`;
}

/** The name of one browser among the visitors of an app; null: it has none yet. */
export function visitorOf({ cookie }: Access, request: IncomingMessage): string | null {
  const given = new RegExp(`(?:^|;\\s*)${cookie.name}-visitor=([\\w-]{43})(?:;|$)`);
  return given.exec(request.headers.cookie ?? '')?.[1] ?? null;
}

/** The `Set-Cookie` header with a new name of a visitor. */
export function visitorHeader({ cookie }: Access): string {
  const name = randomBytes(32).toString('base64url');
  return `${cookie.name}-visitor=${name}; HttpOnly; SameSite=Strict; Path=/`;
}

/** Whether the request changes nothing. */
export function isReading(request: IncomingMessage): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function signature({ secret }: Access, path: string, until: number): string {
  return createHmac('sha256', secret).update(`${until} ${path}`).digest('base64url');
}

/** Compares in a time that does not depend on the content. */
function isSame(secret: string, given: string | null | undefined): boolean {
  if (given === null || given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
