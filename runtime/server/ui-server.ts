/**
 * The server behind the pages: access, and the dispatch of requests. The WebSocket of a notebook carries
 * messages between a page and a `FiledNotebook`; this file does not look into them.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { SluiceError } from '../errors.ts';
import type { FiledNotebook, FromServer } from '../live/index.ts';
import {
  type Access,
  cookieHeader,
  hasCookie,
  hasKey,
  hasPass,
  hasToken,
  isOwnHost,
  isOwnOrigin,
  isReading,
  isToken,
  newAccess,
  newPass,
  PAGE_PROTOCOL,
  tokenIn,
} from './access.ts';
import {
  COMMON_HEADERS,
  FOR_FRAMES,
  FRAME_POLICY,
  PAGE_POLICY,
  QUIET_FRAME_POLICY,
} from './content-security.ts';
import { FILES, type ServedFolder, serveFiles } from './file-requests.ts';
import { OpenNotebooks } from './open-notebooks.ts';
import { OpenSessions, type SessionReader } from './open-sessions.ts';
import { ownHosts, shownHost } from './own-hosts.ts';
import { serveEntry, servePageFile } from './page-files.ts';
import { connectPage } from './page-sockets.ts';
import { addressOf, decodedPart, Refusal, refusalOf } from './refusal.ts';
import type { KernelHost } from './running-kernels.ts';

export interface UiServerOptions {
  /** The folder whose files pages may use. */
  readonly folder: string;
  /** Opens a notebook by absolute path. @throws {SluiceError} 2 when it is none */
  readonly openNotebook: (path: string) => FiledNotebook;
  readonly sessions: SessionReader;
  readonly kernels: KernelHost;
  /** The file of the person's settings. */
  readonly settingsFile: string;
  /** Default: a free one. */
  readonly port: number | null;
  readonly host: string;
  /** Other names under which it may be addressed (own-hosts.ts). */
  readonly allowedHosts: readonly string[];
}

/** A listening server. */
export interface UiServer {
  /**
   * The address of a page of the server, with the token: for the first visit. `place`: a path such as
   * `/notebooks/x.ipynb`.
   */
  url(place: string): string;
  /** Saves notebooks at once, and sends all pages the reason. */
  secure(why: string): void;
  /** The open notebooks by absolute path. */
  readonly notebooks: ReadonlyMap<string, FiledNotebook>;
  /** Opens a notebook without a page. @throws {SluiceError} 2 when it is none */
  open(path: string): void;
  /** Saves notebooks, ends kernels (with `leaves` not the lasting ones), hangs up. */
  close(options: { readonly leaves: boolean }): Promise<void>;
}

/** The time for pages to send their last edits before the server ends. */
const LAST_WORDS_MS = 250;

/** A page may send a whole notebook's text at once. */
const LARGEST_MESSAGE = 64 * 1024 * 1024;

/** Starts to listen. @throws {SluiceError} 2 when it cannot. */
export async function startUiServer(options: UiServerOptions): Promise<UiServer> {
  const notebooks = new OpenNotebooks(options.openNotebook);
  const sessions = new OpenSessions(options.sessions);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(PAGE_PROTOCOL) && PAGE_PROTOCOL,
  });
  let access: Access | null = null;
  const server = createServer((request, response) => {
    const { folder, settingsFile, kernels } = options;
    answer({ access: access!, folder, settingsFile, notebooks, sessions, kernels }, request, response).catch(
      (error: unknown) => {
        if (!response.headersSent) fail(response, error);
        else response.destroy();
      },
    );
  });
  server.on('upgrade', (request, socket, head) => {
    // the client may hang up before the connection is a WebSocket
    socket.on('error', () => socket.destroy());
    if (!mayConnect(access!, request)) {
      refuseSocket(socket);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { folder, settingsFile, kernels } = options;
      void connectPage(webSocket, request, { folder, settingsFile, notebooks, sessions, kernels });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'the port is in use; take another with --port' : error.message;
      reject(new SluiceError(`cannot listen on ${options.host}: ${why}`));
    });
    server.listen(options.port ?? 0, options.host, resolve);
  });
  // a connection that cannot be accepted, such as one too many, fails alone
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  const { host, allowedHosts } = options;
  const entry = newAccess(ownHosts(host, port, allowedHosts), port);
  access = entry;
  return {
    url: (place) => `http://${shownHost(host, port, allowedHosts)}${place}?token=${entry.token}`,
    secure(why) {
      notebooks.secure();
      tellAll(sockets, { type: 'error', message: why });
    },
    notebooks: notebooks.all,
    open: (path) => void notebooks.get(path),
    async close({ leaves }) {
      tellAll(sockets, { type: 'closing' });
      if (sockets.clients.size > 0) await sleep(LAST_WORDS_MS);
      for (const client of sockets.clients) client.close(1001);
      server.close();
      await Promise.all([notebooks.closeAll(leaves), sessions.closeAll()]);
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
    },
  };
}

function tellAll({ clients }: WebSocketServer, message: FromServer): void {
  for (const client of clients) client.send(JSON.stringify(message), () => {});
}

/** The means of answering requests. */
interface UiPlace extends ServedFolder {
  readonly access: Access;
}

async function answer(place: UiPlace, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { access } = place;
  if (!isOwnHost(access, request)) throw new Refusal(403, 'this server is not known under that name');
  const url = addressOf(request);
  if (url.pathname.startsWith('/assets/') && isReading(request)) {
    const name = url.pathname.slice('/assets/'.length);
    const policy = FRAME_POLICIES[name] ?? PAGE_POLICY;
    const headers = { ...COMMON_HEADERS, ...FOR_FRAMES, 'Content-Security-Policy': policy };
    const file = name.replace(/^quiet-/, '');
    if (!servePageFile(file, headers, request, response)) throw new Refusal(404, 'there is no such page');
    return;
  }
  const isPage = url.pathname === '/' || /^\/(tree|notebooks|sessions|edit)(\/|$)/.test(url.pathname);
  const headers = { ...COMMON_HEADERS, 'Content-Security-Policy': PAGE_POLICY };
  const knowsToken = hasToken(access, request) || (isReading(request) && isToken(access, tokenIn(url)));
  if (!knowsToken && (tokenIn(url) !== null || !hasCookie(access, request))) throw new Refusal(403, WHO);
  if (isPage && isReading(request)) {
    if (tokenIn(url) === null) servePageFile('index.html', headers, request, response);
    else serveEntry(access.key, { ...headers, 'Set-Cookie': cookieHeader(access) }, response);
    return;
  }
  const file = fileAt(url);
  if (!knowsToken && !hasKey(access, request) && !(file !== null && hasPass(access, url, file))) {
    // a person follows a link to a file: a page gets the pass for it
    const isFollowed = file !== null && /\btext\/html\b/.test(request.headers.accept ?? '');
    if (isFollowed && servePageFile('index.html', headers, request, response)) return;
    throw new Refusal(403, WHO);
  }
  if (!isReading(request) && !isOwnOrigin(access, request) && !knowsToken) {
    throw new Refusal(403, 'another site may not change anything here');
  }
  if (url.pathname === '/api/pass' && isReading(request)) {
    const answered = { pass: newPass(access, url.searchParams.get('path') ?? '') };
    response.writeHead(200, { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(answered));
    return;
  }
  if (await serveFiles(place, url, request, response)) return;
  throw new Refusal(404, 'there is no such page');
}

/** Whether a WebSocket may be opened: by a page of this server, or by a program with the token. */
function mayConnect(access: Access, request: IncomingMessage): boolean {
  if (!isOwnHost(access, request) || !isOwnOrigin(access, request)) return false;
  const isOwnPage = hasCookie(access, request) && hasKey(access, request);
  return isOwnPage || hasToken(access, request);
}

/** The path of a file of the opened folder, when the address is of one. */
function fileAt(url: URL): string | null {
  return url.pathname.startsWith(FILES) ? decodedPart(url.pathname.slice(FILES.length)) : null;
}

/** One page, with more rights or fewer. */
const FRAME_POLICIES: Readonly<Record<string, string>> = {
  'frame.html': FRAME_POLICY,
  'world.html': FRAME_POLICY,
  'quiet-frame.html': QUIET_FRAME_POLICY,
};

const WHO = 'open the address that sluice printed: it has the token that this server wants to see first';

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
