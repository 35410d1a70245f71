/** WebSockets to the server. The first one of a page may be opened before its listener's code has loaded. */

import { serverKey } from './server-key.ts';

type Query = Readonly<Record<string, string>>;

/** Receives all events of a socket: `open`, `message` and `close`. */
export type SocketListener = (event: Event) => void;

interface EarlySocket {
  readonly address: string;
  readonly socket: WebSocket;
  /** Passes on missed events, and later ones. */
  hear(listener: SocketListener): void;
}

let early: EarlySocket | null = null;

/** Opens the socket to a notebook for the first {@link openSocket}. */
export function openEarly(path: string): void {
  const address = addressOf(path, {});
  const missed: Event[] = [];
  let listener: SocketListener = (event) => missed.push(event);
  const socket = newSocket(address, (event) => listener(event));
  const hear = (to: SocketListener) => {
    listener = to;
    missed.forEach(to);
  };
  early = { address, socket, hear };
}

/** Opens a socket to the notebook or session at a path. */
export function openSocket(path: string, query: Query, listener: SocketListener): WebSocket {
  const address = addressOf(path, query);
  if (early?.address !== address) return newSocket(address, listener);
  const { socket, hear } = early;
  early = null;
  // the caller has the socket by then
  queueMicrotask(() => hear(listener));
  return socket;
}

/** Opens a socket to a terminal. */
export function openTerminalSocket(id: string, listener: SocketListener): WebSocket {
  return newSocket(socketAddress({ terminal: id }), listener);
}

function newSocket(address: string, listener: SocketListener): WebSocket {
  const socket = new WebSocket(address, ['sluice', serverKey()]);
  for (const event of ['open', 'message', 'close']) socket.addEventListener(event, listener);
  return socket;
}

function addressOf(path: string, query: Query): string {
  return socketAddress({ path, ...query });
}

function socketAddress(query: Query): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/socket?${new URLSearchParams(query)}`;
}
