/** A notebook as plain lines, for git's textconv: equal notebooks give equal lines. It is not read back. */

import { createHash } from 'node:crypto';
import type { Notebook, Output } from '../documents/index.ts';
import { placesOf } from './compare-notebooks.ts';

/** Data without text is named by its size and the beginning of its digest. */
const DIGEST_LENGTH = 12;

/** The lines of the notebook: each cell with its text, then its outputs by kind. Execution counts are left out. */
export function notebookLines(notebook: Notebook): readonly string[] {
  return placesOf(notebook).flatMap(({ cell, position }) => [
    `# %% cell ${position} [${cell.type}]`,
    ...linesOf(cell.source),
    ...(cell.type === 'code' ? cell.outputs.flatMap(outputLines) : []),
    '',
  ]);
}

/** An output as lines that begin with its kind. */
export function outputLines(output: Output): readonly string[] {
  switch (output.output_type) {
    case 'stream':
      return [`# -> ${output.name}`, ...commented(output.text)];
    case 'error':
      return [`# -> error`, ...commented(`${output.ename}: ${output.evalue}`)];
    default:
      return Object.entries(output.data).flatMap(([kind, value]) => dataLines(kind, value));
  }
}

function dataLines(kind: string, value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'text/plain' || kind === 'text/markdown') return [`# -> ${kind}`, ...commented(text)];
  return [`# -> ${kind}: ${describeData(text)}`];
}

/** The size and the digest of data. */
export function describeData(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
  return `${text.length} characters, sha256 ${digest}`;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

function commented(text: string): readonly string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `#    ${line}`.trimEnd());
}
