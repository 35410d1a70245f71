/**
 * Requests about files of the opened folder: listings, changes, uploads, downloads. `folder-files.ts` carries
 * them out.
 */

import { createWriteStream, lstatSync, renameSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkJson, type Schema } from '../../instrument/index.ts';
import { besideOf, removeLeftBeside } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { COMMON_HEADERS } from './content-security.ts';
import { type DownloadUse, sendFile } from './downloads.ts';
import type { FileChange, FolderListing } from './file-messages.ts';
import { FILE_CHANGE } from './file-schema.ts';
import { changeFiles, listFolder } from './folder-files.ts';
import { findFiles } from './found-files.ts';
import { checkNotHidden, entryInFolder, innerPath, insideFolder } from './inside-folder.ts';
import type { OpenNotebooks } from './open-notebooks.ts';
import type { OpenSessions } from './open-sessions.ts';
import {
  pageTerminal,
  startTerminal,
  TERMINAL_ORDER,
  type TerminalHost,
  terminalsOf,
} from './page-terminals.ts';
import { decodedPart, Refusal } from './refusal.ts';
import { KERNEL_ORDER, type KernelHost, orderKernel, runningKernels } from './running-kernels.ts';
import { readSettings, SETTINGS, saveSettings } from './settings.ts';
import { readTextFile, saveTextFile } from './text-files.ts';
import { checkFree, freeName, moveToTrash } from './trash.ts';

/** The address prefix of files. */
export const FILES = '/files/';

const LARGEST_REQUEST = 1024 * 1024;
/** Of a text that a page saves. */
const LARGEST_TEXT = 32 * 1024 * 1024;

/** The folder whose files pages may use, with its open notebooks and sessions. */
export interface ServedFolder {
  readonly folder: string;
  readonly notebooks: OpenNotebooks;
  readonly sessions: OpenSessions;
  readonly kernels: KernelHost;
  /** The file of the person's settings. */
  readonly settingsFile: string;
  /** The folder of the person's extensions; there may be none. */
  readonly extensionsFolder: string;
  /** Null: pages get no terminals. */
  readonly terminals: TerminalHost | null;
}

/** Answers a request about files; false for other requests. */
export async function serveFiles(
  place: ServedFolder,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { folder, notebooks, sessions } = place;
  const path = url.searchParams.get('path') ?? '';
  checkNotHidden(path);
  const route = `${request.method} ${url.pathname}`;
  if (route === 'GET /api/files') {
    const hasTerminals = place.terminals !== null;
    const open = notebooks.paths.map((file) => innerPath(folder, file));
    const listing: FolderListing = {
      path,
      root: basename(folder),
      entries: listFolder(folder, path),
      open,
      hasTerminals,
    };
    sendJson(response, listing);
    return true;
  }
  if (route === 'GET /api/sessions') {
    sendJson(response, await sessions.list(insideFolder(folder, path)));
    return true;
  }
  if (route === 'POST /api/files') {
    const change = await readJson(request, FILE_CHANGE);
    checkNotHidden(change.path);
    if (change.op === 'move') checkNotHidden(change.to);
    if (change.op === 'rename') checkKeepsKind(place, change);
    if (change.op === 'trash' || change.op === 'move') checkNotOpen(place, change.path);
    const changed = changeFiles(folder, change);
    if (change.op === 'rename') {
      notebooks.moved(entryInFolder(folder, change.path), entryInFolder(folder, changed));
    }
    sendJson(response, { path: changed });
    return true;
  }
  if (route === 'GET /api/settings') {
    sendJson(response, readSettings(place.settingsFile));
    return true;
  }
  if (route === 'PUT /api/settings') {
    sendJson(response, saveSettings(place.settingsFile, await readJson(request, SETTINGS)));
    return true;
  }
  if (route === 'GET /api/search') {
    const words = url.searchParams.get('words') ?? '';
    sendJson(response, await findFiles(insideFolder(folder, path), path, words));
    return true;
  }
  if (route === 'GET /api/text') {
    sendJson(response, readTextFile(insideFolder(folder, path), url.searchParams.get('known')));
    return true;
  }
  if (route === 'PUT /api/text') {
    const content = (await readBody(request, LARGEST_TEXT)).toString('utf8');
    const version = url.searchParams.get('version') ?? 'new';
    sendJson(response, saveTextFile(insideFolder(folder, path), content, version, folder));
    return true;
  }
  if (route === 'GET /api/kernels') {
    sendJson(response, await runningKernels(folder, notebooks, place.kernels));
    return true;
  }
  if (route === 'POST /api/kernels') {
    const order = await readJson(request, KERNEL_ORDER);
    await orderKernel(folder, notebooks, place.kernels, order);
    sendJson(response, { path: order.path });
    return true;
  }
  if (route === 'GET /api/terminals') {
    const terminals = await (await terminalsOf(place.terminals)).list();
    sendJson(
      response,
      terminals.map((terminal) => pageTerminal(folder, terminal)),
    );
    return true;
  }
  if (route === 'POST /api/terminals') {
    sendJson(response, await startTerminal(place.terminals, folder, await readJson(request, TERMINAL_ORDER)));
    return true;
  }
  if (route === 'DELETE /api/terminals') {
    await (await terminalsOf(place.terminals)).end(url.searchParams.get('id') ?? '');
    sendJson(response, {});
    return true;
  }
  if (route === 'PUT /api/files') {
    const saved = await upload(place, path, wishIn(url), request);
    sendJson(response, { path: innerPath(folder, saved) });
    return true;
  }
  if (request.method === 'GET' && url.pathname.startsWith(FILES)) {
    const inner = decodedPart(url.pathname.slice(FILES.length));
    checkNotHidden(inner);
    await sendFile(insideFolder(folder, inner), useIn(url), request, response);
    return true;
  }
  return false;
}

/** Checks a renaming of an open notebook, which goes on under its new name; a kernel cannot move to another folder. */
function checkKeepsKind(place: ServedFolder, change: Extract<FileChange, { op: 'rename' }>): void {
  const path = entryInFolder(place.folder, change.path);
  const isOpen = place.notebooks.paths.includes(path);
  if (!isOpen) checkNotOpen(place, change.path);
  else if (extname(change.name).toLowerCase() !== extname(path).toLowerCase())
    throw new SluiceError(`the name of this open notebook ends in ${extname(path)}`);
}

/** An open notebook would be saved again under its old name. */
function checkNotOpen({ folder, notebooks }: ServedFolder, inner: string): void {
  const path = entryInFolder(folder, inner);
  const open = notebooks.paths.find((file) => file === path || file.startsWith(`${path}/`));
  if (open !== undefined) {
    throw new SluiceError(`${basename(open)} is open with a running kernel; shut it down first`);
  }
}

/** What becomes of a file that has the name of an upload already; null: the upload is refused. */
type TakenWish = 'replace' | 'both' | null;

function wishIn({ searchParams }: URL): TakenWish {
  const wish = searchParams.get('taken');
  return wish === 'replace' || wish === 'both' ? wish : null;
}

/** Beside, then renamed: a file is there whole or not at all. A file that is replaced goes to the trash. Returns the path. */
async function upload(
  place: ServedFolder,
  inner: string,
  wish: TakenWish,
  request: IncomingMessage,
): Promise<string> {
  const wanted = insideFolder(place.folder, inner);
  const there = lstatSync(wanted, { throwIfNoEntry: false });
  const isTaken = there !== undefined;
  if (isTaken && wish === null) throw new Refusal(409, `${basename(wanted)} exists already`);
  if (isTaken && wish === 'replace') {
    if (there.isDirectory()) throw new SluiceError(`${basename(wanted)} is a folder`);
    checkNotOpen(place, inner);
  }
  removeLeftBeside(dirname(wanted));
  const beside = besideOf(wanted);
  try {
    await pipeline(request, createWriteStream(beside, { flags: 'wx' }));
    if (isTaken && wish === 'replace') moveToTrash(wanted);
    const path = wish === 'both' ? freeName(dirname(wanted), basename(wanted)) : wanted;
    checkFree(path);
    renameSync(beside, path);
    return path;
  } finally {
    rmSync(beside, { force: true });
  }
}

function useIn({ searchParams }: URL): DownloadUse {
  if (searchParams.has('download')) return 'attachment';
  return searchParams.has('page') ? 'page' : 'content';
}

async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new Refusal(413, 'the request is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readJson<T>(request: IncomingMessage, form: Schema<T>): Promise<T> {
  const found = checkJson(form, (await readBody(request, LARGEST_REQUEST)).toString('utf8'));
  if (found.type === 'ok') return found.value;
  throw new Refusal(400, `the request is malformed: ${found.reason}`);
}

/** Answers with a value. */
export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  });
  response.end(`${JSON.stringify(value)}\n`);
}
