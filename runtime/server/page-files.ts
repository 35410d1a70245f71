/**
 * Serves the built pages of `dist/web-ui`, compressed. They hold no secret except the key of the entry page;
 * access.ts decides who may see a notebook.
 */

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BuiltPageFile, contentOf, readPageFile } from '../../instrument/index.ts';
import { isReading } from './access.ts';
import {
  COMMON_HEADERS,
  FOR_FRAMES,
  FRAME_POLICY,
  PAGE_POLICY,
  QUIET_FRAME_POLICY,
} from './content-security.ts';
import { mediaType } from './media-type.ts';
import { Refusal } from './refusal.ts';

interface PageFile extends BuiltPageFile {
  readonly tag: string;
}

const files = new Map<string, PageFile>();

/** One page, with more rights or fewer. */
const FRAME_POLICIES: Readonly<Record<string, string>> = {
  'frame.html': FRAME_POLICY,
  'world.html': FRAME_POLICY,
  'widget-frame.html': FRAME_POLICY,
  'quiet-frame.html': QUIET_FRAME_POLICY,
};

/** Answers a request for a part of a page; false: the address is of another kind. @throws {Refusal} 404 */
export function serveAsset(url: URL, request: IncomingMessage, response: ServerResponse): boolean {
  if (!url.pathname.startsWith('/assets/') || !isReading(request)) return false;
  const name = url.pathname.slice('/assets/'.length);
  const policy = FRAME_POLICIES[name] ?? PAGE_POLICY;
  const headers = { ...COMMON_HEADERS, ...FOR_FRAMES, 'Content-Security-Policy': policy };
  const file = name.replace(/^quiet-/, '');
  if (!servePageFile(file, headers, request, response)) throw new Refusal(404, 'there is no such page');
  return true;
}

/** Answers with a file of the build; false if there is none with this name. */
export function servePageFile(
  name: string,
  headers: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const file = findFile(name);
  if (file === null) return false;
  const all = {
    ...headers,
    'Content-Type': mediaType(name),
    'Cache-Control': 'no-cache',
    ETag: file.tag,
    Vary: 'Accept-Encoding',
  };
  if (request.headers['if-none-match'] === file.tag) {
    response.writeHead(304, all).end();
    return true;
  }
  const zip = file.isCompressed && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = zip ? file.bytes : contentOf(file);
  response.writeHead(200, {
    ...all,
    ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Length': body.length,
  });
  response.end(body);
  return true;
}

/** Answers with the page for a visitor with the token; pages store its key. */
export function serveEntry(
  key: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  response: ServerResponse,
): void {
  const entry = findFile('index.html');
  const page = entry === null ? '' : contentOf(entry).toString();
  const body = page.replace('<head>', `<head>\n    <meta name="sluice-key" content="${key}" />`);
  response.writeHead(200, {
    ...headers,
    'Content-Type': mediaType('index.html'),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

function findFile(name: string): PageFile | null {
  const known = files.get(name);
  if (known !== undefined) return known;
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) return null;
  try {
    // compressed by the build, because compressing at the first request would take longer than everything
    // else before the page appears
    const built = readPageFile(name);
    const tag = `"${createHash('sha256').update(built.bytes).digest('base64url').slice(0, 22)}"`;
    const file = { ...built, tag };
    files.set(name, file);
    return file;
  } catch {
    return null;
  }
}
