/** Prints a page as PDF with a browser of the machine. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPlainFile } from '../../instrument/index.ts';
import { saveAtomically } from '../documents/index.ts';
import { programOnPath } from '../platform/index.ts';
import { makeRunFolder, removeRunFolder } from '../processes/index.ts';
import { runProgram } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
  'chromium-headless-shell',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const LIMIT_MS = 120_000;

/** The browser: `CHROME`, or one of the known names; null: there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROME) return env.CHROME;
  const named = NAMES.flatMap((name) => programOnPath(name, env.PATH ?? '') ?? []);
  return named[0] ?? PLACES.find((path) => existsSync(path)) ?? null;
}

/** Prints a page to a file. @throws {SluiceError} if no browser can. */
export async function printPdf(page: string, out: string): Promise<void> {
  const browser = findBrowser();
  if (browser === null)
    throw new SluiceError(
      'there is no Chromium, Chrome or Edge to print with (CHROME names one): export with --to html, and print that page from a browser',
    );
  const folder = makeRunFolder();
  try {
    const [source, printed] = [join(folder, 'page.html'), join(folder, 'page.pdf')];
    saveAtomically(source, page);
    const args = [
      '--headless',
      '--disable-gpu',
      // a container has no user namespaces; the page has no foreign scripts outside of frames
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${join(folder, 'profile')}`,
      '--virtual-time-budget=10000',
      '--no-pdf-header-footer',
      `--print-to-pdf=${printed}`,
      pathToFileURL(source).href,
    ];
    const { failure, stderr } = await runProgram(browser, args, { timeoutMs: LIMIT_MS });
    if (!existsSync(printed)) {
      const why = failure ?? stderr.trim().split('\n').at(-1) ?? '';
      throw new SluiceError(`${browser} could not print it: ${why || 'it wrote no file'}`);
    }
    saveAtomically(out, readPlainFile(printed, Infinity));
  } finally {
    removeRunFolder(folder);
  }
}
