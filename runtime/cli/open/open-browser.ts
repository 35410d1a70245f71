/**
 * Opens the browser at an address with a secret. Every user of the machine sees the arguments of programs, so
 * the browser gets a file, readable only by this person, that leads to the address. It does not notice
 * whether the browser opens.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openingCommand } from '../../platform/index.ts';

/** Best effort: the address is printed as well. The file is removed when the process ends. */
export function openBrowser(url: string): void {
  const file = redirectingFile(url);
  if (file === null) return;
  const [program, ...args] = openingCommand(file);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** The path of a page that leads to the address; null: it could not be written. */
function redirectingFile(url: string): string | null {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-open-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'open.html');
    const address = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const page = `<!doctype html>
<meta charset="utf-8">
<title>Sluice</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<a href="${address}">Open Sluice</a>
`;
    writeFileSync(file, page, { mode: 0o600 });
    return pathToFileURL(file).href;
  } catch {
    return null;
  }
}
