/** The names under which the server may be addressed. It resolves none: whatever a name server says is somebody else's word. */

import { hostname, networkInterfaces } from 'node:os';

/** Addresses that stand for all of the machine. */
const ALL: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * What a `Host` header may say. `host`: where the server listens; `allowed`: names that a person has given, for a name server or a proxy
 * in front; with a port of their own, or with that of the server or none.
 */
export function ownHosts(host: string, port: number, allowed: readonly string[]): ReadonlySet<string> {
  const own = ['127.0.0.1', 'localhost', '::1', host, ...(ALL.has(host) ? machineNames() : [])];
  const given = allowed.flatMap((name) => (hasPort(name) ? [name] : [name, withPort(name, port)]));
  return new Set([...own.map((name) => withPort(name, port)), ...given].map((name) => name.toLowerCase()));
}

/** The address to print: one that leads here, also from another machine. */
export function shownHost(host: string, port: number, allowed: readonly string[]): string {
  const [given] = allowed;
  if (given !== undefined) return hasPort(given) ? given : withPort(given, port);
  if (!ALL.has(host)) return withPort(host, port);
  return withPort(addresses(false)[0] ?? '127.0.0.1', port);
}

function machineNames(): string[] {
  const name = hostname();
  return [name, name.split('.')[0]!, `${name.split('.')[0]}.local`, ...addresses(true)];
}

function addresses(all: boolean): string[] {
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const wanted = found.filter(({ internal, family }) => all || (!internal && family === 'IPv4'));
  // an address on one link has its link's name behind a `%`
  return wanted.map(({ address }) => address.split('%')[0]!);
}

function withPort(name: string, port: number): string {
  return `${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

function hasPort(name: string): boolean {
  return /^(?:[^:]+|\[.*\]):\d+$/.test(name);
}
