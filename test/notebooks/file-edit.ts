/**
 * Edits of a notebook's input files, as another program makes them: a constant of a module's code, or one more or one line less
 * of a table. It writes nothing.
 */

import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import type { FoundPath } from '../../slicer/index.ts';
import type { Choices } from '../generator/random.ts';
import { randomEdit } from './random-edit.ts';

/** A file, by its path in the notebook's folder, with its new text. */
export interface FileEdit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const LARGEST = 2_000_000;
const TABLES = /\.(csv|tsv|txt|dat|jsonl)$/;

/** One edit of one of the files found in a folder; null without a suitable file. */
export function randomFileEdit(
  found: readonly FoundPath[],
  folder: string,
  choices: Choices,
): FileEdit | null {
  const able = found.flatMap(({ path, kind }) => {
    const file = relative(folder, path);
    const isAble = kind === 'file' && !file.startsWith('..') && (file.endsWith('.py') || TABLES.test(file));
    return isAble && isSmall(path) ? [{ path, file }] : [];
  });
  if (able.length === 0) return null;
  const { path, file } = choices.pick(able.sort((a, b) => (a.file < b.file ? -1 : 1)));
  const before = readFileSync(path, 'utf8');
  const edit = file.endsWith('.py')
    ? randomEdit(new Map([[file, before]]), choices)
    : { after: otherTable(before, choices) };
  return edit === null || edit.after === before ? null : { file, before, after: edit.after };
}

function otherTable(text: string, choices: Choices): string {
  const lines = text.split('\n');
  const last = lines.at(-1) === '' ? lines.length - 2 : lines.length - 1;
  if (last < 3) return text;
  return choices.chance(0.5)
    ? lines.toSpliced(last, 1).join('\n')
    : lines.toSpliced(last, 0, lines[last - 1] ?? '').join('\n');
}

function isSmall(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size < LARGEST;
}
