/**
 * Serves the code of widgets from the folders of a Python. Frames that show widgets have no origin, and so no
 * cookie or key: the address itself is the secret, new for each process. Other code decides which widgets are shown.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { streamFile } from '../documents/index.ts';
import type { WidgetCode } from '../live/index.ts';
import { isReading } from './access.ts';
import { COMMON_HEADERS, FILE_POLICY, FOR_FRAMES } from './content-security.ts';
import { mediaType } from './media-type.ts';
import { decodedPart, Refusal } from './refusal.ts';

const PREFIX = '/widget-code/';

/** The name of a package of widgets, as in npm. */
const MODULE = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/** By the secret part of the address: the folders. */
const served = new Map<string, readonly string[]>();
const addresses = new Map<string, string>();

/** Where frames find the code of a package; null: none of the folders has it. */
export function widgetCodeIn(folders: readonly string[], module: string): WidgetCode | null {
  if (!MODULE.test(module)) return null;
  const folder = folders.find((one) => existsSync(join(one, module, 'index.js')));
  if (folder === undefined) return null;
  return { address: addressOf(folders), hasMap: existsSync(join(folder, module, 'extension.js')) };
}

function addressOf(folders: readonly string[]): string {
  const key = folders.join('\n');
  const known = addresses.get(key);
  if (known !== undefined) return known;
  const secret = randomBytes(32).toString('base64url');
  served.set(secret, folders);
  addresses.set(key, `${PREFIX}${secret}/`);
  return `${PREFIX}${secret}/`;
}

/** Answers a request for a file of widgets; false: the address is of another kind. @throws {Refusal} 404 */
export async function serveWidgetCode(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!url.pathname.startsWith(PREFIX) || !isReading(request)) return false;
  const [secret = '', kind, ...parts] = decodedPart(url.pathname.slice(PREFIX.length)).split('/');
  const path = kind === 'nbextensions' ? fileIn(served.get(secret) ?? [], parts) : null;
  if (path === null) throw new Refusal(404, 'there is no such code of a widget');
  const { size, stream } = streamFile(path);
  response.writeHead(200, {
    ...COMMON_HEADERS,
    ...FOR_FRAMES,
    'Content-Security-Policy': FILE_POLICY,
    'Content-Type': mediaType(path),
    'Content-Length': size,
    // packages are installed anew while the server runs
    'Cache-Control': 'no-cache',
  });
  await pipeline(stream, response);
  return true;
}

/** The file in the first folder that has the package; null: there is none, or a link leads out of the package. */
function fileIn(folders: readonly string[], parts: readonly string[]): string | null {
  if (parts.length < 2 || parts.some((part) => !/^[\w@-][\w@.-]*$/.test(part))) return null;
  const folder = folders.find((one) => existsSync(join(one, parts[0]!)));
  if (folder === undefined) return null;
  const path = join(folder, ...parts);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  // a package installed for development is itself a link
  return realpathSync(path).startsWith(realpathSync(join(folder, parts[0]!)) + sep) ? path : null;
}
