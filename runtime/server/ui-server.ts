/**
 * The server behind the pages: access, and the dispatch of requests. The WebSocket of a notebook carries
 * messages between a page and a `FiledNotebook`; this file does not look into them.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FiledNotebook, Listener, PageLine } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
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
  newPass,
  tokenIn,
} from './access.ts';
import { COMMON_HEADERS, PAGE_POLICY } from './content-security.ts';
import { listExtensions, serveExtension } from './extensions.ts';
import { FILES, type ServedFolder, sendJson, serveFiles } from './file-requests.ts';
import { innerPath, insideFolder } from './inside-folder.ts';
import { type ListenOptions, listenToPages, UNKNOWN_VISITOR } from './listen-to-pages.ts';
import { OpenNotebooks } from './open-notebooks.ts';
import { OpenSessions, type SessionReader } from './open-sessions.ts';
import { serveAsset, serveEntry, servePageFile } from './page-files.ts';
import { connectPage } from './page-sockets.ts';
import { connectTerminal, type TerminalHost } from './page-terminals.ts';
import { addressOf, decodedPart, Refusal } from './refusal.ts';
import type { KernelHost } from './running-kernels.ts';
import { serveWidgetCode } from './widget-code.ts';

export interface UiServerOptions extends ListenOptions {
  /** The folder whose files pages may use. */
  readonly folder: string;
  /** Opens a notebook by absolute path. @throws {SluiceError} 2 when it is none */
  readonly openNotebook: (path: string) => FiledNotebook;
  /** Told of the open notebooks, relative to the folder with `/`, when they change. */
  readonly tellOpen?: (open: readonly string[]) => void;
  readonly sessions: SessionReader;
  readonly kernels: KernelHost;
  /** The file of the person's settings. */
  readonly settingsFile: string;
  /** The folder of the person's extensions; there may be none. */
  readonly extensionsFolder: string;
  /** Null: pages get no terminals. */
  readonly terminals: TerminalHost | null;
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

/** Starts to listen. @throws {SluiceError} 2 when it cannot. */
export async function startUiServer(options: UiServerOptions): Promise<UiServer> {
  const notebooks: OpenNotebooks = new OpenNotebooks(options.openNotebook, () =>
    options.tellOpen?.(notebooks.paths.map((path) => innerPath(options.folder, path))),
  );
  const sessions = new OpenSessions(options.sessions);
  const { folder, settingsFile, extensionsFolder, kernels, terminals } = options;
  const place = { folder, settingsFile, extensionsFolder, notebooks, sessions, kernels, terminals };
  const server = await listenToPages(options, {
    answer: (access, request, response) => answer({ access, ...place }, request, response),
    connect: async (_, socket, request) => {
      const terminal = terminalIn(request);
      if (terminal !== null) await connectTerminal(socket, terminals, terminal);
      else await connectPage(socket, (tell) => openLine(request, place, tell));
    },
  });
  return {
    url: (path) => server.url(path),
    secure(why) {
      notebooks.secure();
      server.tellAll({ type: 'error', message: why });
    },
    notebooks: notebooks.all,
    open: (path) => void notebooks.get(path),
    close: ({ leaves }) => server.close(() => Promise.all([notebooks.closeAll(leaves), sessions.closeAll()])),
  };
}

/** The notebook or session in the address of a page. */
async function openLine(
  request: IncomingMessage,
  { folder, notebooks, sessions }: ServedFolder,
  tell: Listener,
): Promise<PageLine> {
  const query = addressOf(request).searchParams;
  const session = query.get('session');
  const path = insideFolder(folder, query.get('path') ?? '');
  if (session === null) return notebooks.get(path).connect(tell);
  if (!/^\d*$/.test(session)) throw new SluiceError('a session of a history is named by its number');
  return sessions.connect(path, session === '' ? null : Number(session), tell);
}

/** The means of answering requests. */
interface UiMeans extends ServedFolder {
  readonly access: Access;
}

/** The terminal in an address; null: a page's line to a notebook, which reports a malformed address to the page. */
function terminalIn({ url = '/' }: IncomingMessage): string | null {
  const query = url.indexOf('?');
  return query < 0 ? null : new URLSearchParams(url.slice(query)).get('terminal');
}

async function answer(place: UiMeans, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { access } = place;
  if (!isOwnHost(access, request)) throw new Refusal(403, 'this server is not known under that name');
  const url = addressOf(request);
  if (serveAsset(url, request, response) || (await serveWidgetCode(url, request, response))) return;
  if (isReading(request) && serveExtension(place.extensionsFolder, access, url, response)) return;
  const isPage =
    url.pathname === '/' || /^\/(tree|notebooks|sessions|edit|terminals)(\/|$)/.test(url.pathname);
  const headers = { ...COMMON_HEADERS, 'Content-Security-Policy': PAGE_POLICY };
  const knowsToken = hasToken(access, request) || (isReading(request) && isToken(access, tokenIn(url)));
  if (!knowsToken && (tokenIn(url) !== null || !hasCookie(access, request)))
    throw new Refusal(403, UNKNOWN_VISITOR);
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
    throw new Refusal(403, UNKNOWN_VISITOR);
  }
  if (!isReading(request) && !isOwnOrigin(access, request) && !knowsToken) {
    throw new Refusal(403, 'another site may not change anything here');
  }
  if (url.pathname === '/api/pass' && isReading(request)) {
    sendJson(response, { pass: newPass(access, url.searchParams.get('path') ?? '') });
    return;
  }
  if (url.pathname === '/api/extensions' && isReading(request)) {
    sendJson(response, listExtensions(place.extensionsFolder, access));
    return;
  }
  if (await serveFiles(place, url, request, response)) return;
  throw new Refusal(404, 'there is no such page');
}

/** The path of a file of the opened folder, when the address is of one. */
function fileAt(url: URL): string | null {
  return url.pathname.startsWith(FILES) ? decodedPart(url.pathname.slice(FILES.length)) : null;
}
