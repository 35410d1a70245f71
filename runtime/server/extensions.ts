/**
 * Extensions of the pages: modules that the person has put into `SLUICE_HOME/extensions`. Browsers set no header when they import a
 * module, so the address has a pass; addresses that a module gives relative to its own then have the pass as well.
 */

import { readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { readPlainFile } from '../../instrument/index.ts';
import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { type Access, extensionPass, isExtensionPass } from './access.ts';
import { COMMON_HEADERS, FILE_POLICY } from './content-security.ts';
import type { ExtensionsAnswer, FoundExtension } from './extension-messages.ts';
import { checkNotHidden, insideFolder } from './inside-folder.ts';
import { mediaType } from './media-type.ts';
import { decodedPart, Refusal } from './refusal.ts';

const PREFIX = '/extensions/';

const MOST_OF_EXTENSION = 16 * 2 ** 20;

/** The extensions in the folder; none if there is no such folder. */
export function listExtensions(folder: string, access: Access): ExtensionsAnswer {
  const pass = extensionPass(access);
  const extensions = namesIn(folder).flatMap((entry): FoundExtension[] => {
    const [, name, ending] = /^([\w-][\w.-]*?)(\.js)?$/.exec(entry) ?? [];
    if (name === undefined) return [];
    const module = ending === undefined ? `${entry}/index.js` : entry;
    return isFile(folder, module) ? [{ name, address: `${PREFIX}${pass}/${module}` }] : [];
  });
  // a file and a folder of one name: the file counts
  const byName = new Map(extensions.toReversed().map((each) => [each.name, each]));
  return { folder, extensions: [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Answers a request for a file of an extension; false: the address is of another kind. @throws {Refusal} 403 without the pass */
export function serveExtension(folder: string, access: Access, url: URL, response: ServerResponse): boolean {
  if (!url.pathname.startsWith(PREFIX)) return false;
  const [pass = '', ...parts] = url.pathname.slice(PREFIX.length).split('/').map(decodedPart);
  if (!isExtensionPass(access, pass)) throw new Refusal(403, 'this address is of no extension');
  const inner = parts.join('/');
  checkNotHidden(inner);
  if (namesIn(folder).length === 0) throw new Refusal(404, 'there are no extensions');
  const content = contentOf(insideFolder(folder, inner), inner);
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Security-Policy': FILE_POLICY,
    'Content-Type': mediaType(inner),
    'Cache-Control': 'no-store',
    'Content-Length': content.length,
  });
  response.end(content);
  return true;
}

function contentOf(path: string, inner: string): Buffer {
  try {
    return readPlainFile(path, MOST_OF_EXTENSION);
  } catch (error) {
    throw new SluiceError(`${inner}: ${describeFailure(error)}`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Whether there is such a file. A link that leads out of the folder is none. */
function isFile(folder: string, inner: string): boolean {
  try {
    return statSync(insideFolder(folder, inner)).isFile();
  } catch {
    return false;
  }
}
