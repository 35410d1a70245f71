/** The host names of the server. It resolves none, because it does not trust name servers. */

import { hostname, networkInterfaces } from 'node:os';

/** Addresses for all interfaces of the machine. */
const ALL: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * The allowed `Host` headers. `host`: the address of the server; `allowed`: names given by a person, for a
 * name server or a proxy in front; with a port of their own, or with the server's or none.
 */
export function ownHosts(host: string, port: number, allowed: readonly string[]): ReadonlySet<string> {
  const own = ['127.0.0.1', 'localhost', '::1', host, ...(ALL.has(host) ? machineNames() : [])];
  const given = allowed.flatMap((name) => (hasPort(name) ? [name] : [name, withPort(name, port)]));
  return new Set([...own.map((name) => withPort(name, port)), ...given].map((name) => name.toLowerCase()));
}

/** The address to print, valid also from another machine. */
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
  // an address on one link has the link's name after a `%`
  return wanted.map(({ address }) => address.split('%')[0]!);
}

function withPort(name: string, port: number): string {
  return `${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

function hasPort(name: string): boolean {
  return /^(?:[^:]+|\[.*\]):\d+$/.test(name);
}
