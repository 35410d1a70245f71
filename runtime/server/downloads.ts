/** Answers with files of the opened folder: whole, a range of bytes, or a folder as an archive. Callers check the path. */

import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../../instrument/index.ts';
import { streamFile } from '../documents/index.ts';
import { archiveOf } from './archive.ts';
import { COMMON_HEADERS, FILE_POLICY, PDF_POLICY } from './content-security.ts';
import { mediaType } from './media-type.ts';

/** `attachment`: the browser saves it; `page`: HTML is drawn, without scripts; `content`: HTML is text. */
export type DownloadUse = 'attachment' | 'page' | 'content';

/** Sends a file, or as an attachment a folder in a ZIP archive. @throws {SluiceError} 2 when it cannot be read */
export async function sendFile(
  path: string,
  use: DownloadUse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && use === 'attachment') {
    await sendArchive(path, response);
    return;
  }
  const range = rangeIn(request.headers.range, path);
  if (range === 'outside') {
    const { size } = statSync(path);
    response.writeHead(416, { ...COMMON_HEADERS, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const { size, stream } = streamFile(path, range ?? undefined);
  const last = Math.min(range?.last ?? Infinity, size - 1);
  response.writeHead(range === null ? 200 : 206, {
    ...headersOf(path, use),
    'Content-Length': range === null ? size : last - range.first + 1,
    'Accept-Ranges': 'bytes',
    ...(range === null ? {} : { 'Content-Range': `bytes ${range.first}-${last}/${size}` }),
  });
  await pipeline(stream, response);
}

async function sendArchive(folder: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Security-Policy': FILE_POLICY,
    'Content-Type': 'application/zip',
    'Cache-Control': 'no-cache',
    'Content-Disposition': attachment(`${basename(folder)}.zip`),
  });
  await pipeline(archiveOf(folder), response);
}

function headersOf(path: string, use: DownloadUse): Record<string, string> {
  const type = mediaType(path);
  const shown = use === 'page' ? type : type.replace(/^text\/(html|javascript)/, 'text/plain');
  return {
    ...COMMON_HEADERS,
    'Content-Security-Policy': type === 'application/pdf' ? PDF_POLICY : FILE_POLICY,
    'Content-Type': shown,
    'Cache-Control': 'no-cache',
    ...(use === 'attachment' ? { 'Content-Disposition': attachment(basename(path)) } : {}),
  };
}

function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** The first range of the header; null: the whole file, also for an unknown form of the header. */
function rangeIn(header: string | undefined, path: string): ByteRange | 'outside' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || (from === '' && to === '')) return null;
  const { size } = statSync(path);
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Number(to);
  return first >= size || last < first ? 'outside' : { first, last };
}
