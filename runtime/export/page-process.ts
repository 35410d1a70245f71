/**
 * Draws pages and Markdown of notebooks in a process of its own, with limits: a chart of a stranger can count to a
 * billion, and HTML can nest a hundred thousand times. (A thread without memory would end all of its process.)
 */

import { type ChildProcess, fork } from 'node:child_process';
import { builtFile } from '../../instrument/index.ts';
import { killProcess } from '../platform/index.ts';
import { SluiceError } from '../words/index.ts';
import type { ExportedParts } from './exported-parts.ts';
import type { MarkdownExport } from './markdown-text.ts';
import type { PageWishes } from './notebook-page.ts';
import type { Drawn, ToDraw } from './page-messages.ts';

const LIMIT_MS = 60_000;
const MOST_MB = 1_000;

/** The notebook as one HTML page. @throws {SluiceError} 2 beyond the limits */
export async function drawnPage(notebook: ExportedParts, wishes: PageWishes): Promise<string> {
  return (await drawn({ to: 'page', notebook: partsOf(notebook), wishes })).text;
}

/** The notebook as Markdown; `folder` as in `markdownText`. @throws {SluiceError} 2 beyond the limits */
export function drawnMarkdown(notebook: ExportedParts, folder: string | null): Promise<MarkdownExport> {
  return drawn({ to: 'md', notebook: partsOf(notebook), folder });
}

function partsOf({ path, cells, language }: ExportedParts): ExportedParts {
  return { path, cells, language };
}

async function drawn(asked: ToDraw): Promise<Drawn> {
  const child = fork(builtFile('runtime/export/page-worker.js'), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MOST_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const late = setTimeout(() => killProcess(child), LIMIT_MS);
  try {
    return await answerOf(child, asked);
  } finally {
    clearTimeout(late);
    killProcess(child);
  }
}

function answerOf(child: ChildProcess, asked: ToDraw): Promise<Drawn> {
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as Drawn));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const isFull = said.includes('heap out of memory') || said.includes('invalid table size');
      if (isFull || signal !== null) reject(tooMuch(isFull));
      else reject(new Error(`the process that draws pages ended with ${code}: ${said}`));
    });
    child.send(asked, (error) => {
      if (error !== null) reject(error);
    });
  });
}

function tooMuch(isFull: boolean): SluiceError {
  const what = isFull ? `${MOST_MB} MB of memory` : `${LIMIT_MS / 1000} s`;
  return new SluiceError(
    `the notebook cannot be drawn: it takes more than ${what}; clear its largest outputs and texts`,
  );
}
