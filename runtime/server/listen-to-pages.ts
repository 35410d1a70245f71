/**
 * An HTTP server with WebSockets that only its own pages, and programs with the token, can open. It does not
 * know the content of answers and messages.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FromServer } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import {
  type Access,
  hasCookie,
  hasKey,
  hasToken,
  isOwnHost,
  isOwnOrigin,
  newAccess,
  PAGE_PROTOCOL,
} from './access.ts';
import { COMMON_HEADERS, PAGE_POLICY } from './content-security.ts';
import { ownHosts, shownHost } from './own-hosts.ts';
import { refusalOf } from './refusal.ts';

/** Where a server listens. */
export interface ListenOptions {
  /** Default: a free one. */
  readonly port: number | null;
  readonly host: string;
  /** Other names under which it may be addressed (own-hosts.ts). */
  readonly allowedHosts: readonly string[];
}

/** The answers of a server. */
export interface PageHandlers {
  /** Answers a request. @throws {Refusal} */
  answer(access: Access, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes a WebSocket of a known page. Never throws. */
  connect(access: Access, socket: WebSocket, request: IncomingMessage): Promise<void>;
}

export interface ListeningServer {
  /** The address of a path, with the token. */
  url(path: string): string;
  tellAll(message: FromServer): void;
  /** Waits for the last messages of pages, does the closing work, and hangs up. */
  close(work: () => Promise<unknown>): Promise<void>;
}

/** The refusal of a browser that the server does not know. */
export const UNKNOWN_VISITOR =
  'open the address that sluice printed: it has the token that this server wants to see first';

/** The time for pages to send their last edits before the server ends. */
const LAST_WORDS_MS = 250;

/** A page may send a whole notebook's text at once. */
const LARGEST_MESSAGE = 64 * 1024 * 1024;

/** Starts to listen. @throws {SluiceError} 2 when it cannot. */
export async function listenToPages(
  { port: wanted, host, allowedHosts }: ListenOptions,
  handlers: PageHandlers,
): Promise<ListeningServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(PAGE_PROTOCOL) && PAGE_PROTOCOL,
  });
  let access: Access | null = null;
  const server = createServer((request, response) => {
    handlers.answer(access!, request, response).catch((error: unknown) => {
      if (!response.headersSent) fail(response, error);
      else response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    // the client may hang up before the connection is a WebSocket
    socket.on('error', () => socket.destroy());
    if (!mayConnect(access!, request)) {
      refuseSocket(socket);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      void handlers.connect(access!, webSocket, request);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'the port is in use; take another with --port' : error.message;
      reject(new SluiceError(`cannot listen on ${host}: ${why}`));
    });
    server.listen(wanted ?? 0, host, resolve);
  });
  // a connection that cannot be accepted, such as one too many, fails alone
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  const entry = newAccess(ownHosts(host, port, allowedHosts), port);
  access = entry;
  const tellAll = (message: FromServer): void => {
    for (const client of sockets.clients) client.send(JSON.stringify(message), () => {});
  };
  return {
    url: (path) => `http://${shownHost(host, port, allowedHosts)}${path}?token=${entry.token}`,
    tellAll,
    async close(work) {
      tellAll({ type: 'closing' });
      if (sockets.clients.size > 0) await sleep(LAST_WORDS_MS);
      for (const client of sockets.clients) client.close(1001);
      server.close();
      await work();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
    },
  };
}

/** Whether a WebSocket may be opened: by a page of this server, or by a program with the token. */
function mayConnect(access: Access, request: IncomingMessage): boolean {
  if (!isOwnHost(access, request) || !isOwnOrigin(access, request)) return false;
  const isOwnPage = hasCookie(access, request) && hasKey(access, request);
  return isOwnPage || hasToken(access, request);
}

function fail(response: ServerResponse, error: unknown): void {
  const { status, message } = refusalOf(error);
  const headers = {
    ...COMMON_HEADERS,
    'Content-Type': 'application/json',
    'Content-Security-Policy': PAGE_POLICY,
  };
  response.writeHead(status, headers).end(`${JSON.stringify({ error: message })}\n`);
}

function refuseSocket(socket: Duplex): void {
  // the other end could keep the socket half open
  socket.once('finish', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
