/**
 * The server of an app: one page, its parts, and its WebSocket. It serves no files, and takes no message about
 * anything but the app.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveNotebook } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import {
  type Access,
  cookieHeader,
  hasCookie,
  hasKey,
  isOwnHost,
  isReading,
  isToken,
  tokenIn,
  visitorHeader,
  visitorOf,
} from './access.ts';
import { AppVisitors, type VisitorLimits } from './app-visitors.ts';
import { COMMON_HEADERS, PAGE_POLICY } from './content-security.ts';
import { type ListenOptions, listenToPages, UNKNOWN_VISITOR } from './listen-to-pages.ts';
import { serveAsset, serveEntry, servePageFile } from './page-files.ts';
import { connectPage } from './page-sockets.ts';
import { addressOf, Refusal } from './refusal.ts';
import { serveWidgetCode } from './widget-code.ts';

export interface AppServerOptions extends ListenOptions {
  /** Opens the notebook for a visitor. */
  readonly open: () => LiveNotebook;
  readonly limits: VisitorLimits;
}

/** A listening server of an app. */
export interface AppServer {
  /** The address of the app, with the token. */
  readonly url: string;
  /** Ends all kernels, and hangs up. */
  close(): Promise<void>;
}

const APP = '/app/';

/** Starts to listen. @throws {SluiceError} 2 when it cannot. */
export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const visitors = new AppVisitors(options.open, options.limits);
  const server = await listenToPages(options, {
    answer,
    connect: (access, socket, request) =>
      connectPage(socket, async (tell) => {
        const visitor = visitorOf(access, request);
        if (visitor === null) throw new SluiceError('Open the address of the app first');
        return visitors.connect(visitor, tell);
      }),
  });
  return { url: server.url(APP), close: () => server.close(() => visitors.closeAll()) };
}

async function answer(access: Access, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isOwnHost(access, request)) throw new Refusal(403, 'this server is not known under that name');
  const url = addressOf(request);
  if (serveAsset(url, request, response) || (await serveWidgetCode(url, request, response))) return;
  const token = tokenIn(url);
  const isKnown = token === null ? hasCookie(access, request) : isToken(access, token);
  if (!isKnown) throw new Refusal(403, UNKNOWN_VISITOR);
  // (a page asks so whether the server still knows it)
  if (url.pathname === '/api/pass' && hasKey(access, request)) {
    response.writeHead(204, COMMON_HEADERS).end();
    return;
  }
  if (url.pathname !== APP || !isReading(request)) throw new Refusal(404, 'there is no such page');
  const headers = { ...COMMON_HEADERS, 'Content-Security-Policy': PAGE_POLICY };
  const cookies = visitorOf(access, request) === null ? [visitorHeader(access)] : [];
  if (token === null) servePageFile('index.html', headers, request, response);
  else serveEntry(access.key, { ...headers, 'Set-Cookie': [cookieHeader(access), ...cookies] }, response);
}
