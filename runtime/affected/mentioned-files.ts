/** The changed files that a cell reads, or names in its text. This file reads no data. */

import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { findStrings, type OutsideCause } from '../../slicer/index.ts';

/** A cell with its known reads of files. */
export interface ReadingCell {
  readonly source: string;
  /** Paths of calls that surely read a file, as in the text. */
  readonly reads: ReadonlySet<string>;
  /** Absolute paths that its last run found; null: there is no such run. */
  readonly found: readonly string[] | null;
}

/** The changed files with a part in the cell. `folder`: where the kernel runs, without links. */
export function mentionedFiles(
  cell: ReadingCell,
  changed: readonly string[],
  folder: string,
): readonly OutsideCause[] {
  const found = new Set(cell.found ?? []);
  const strings = [...findStrings(cell.source).map(({ text }) => text), ...commandWords(cell.source)];
  return changed.flatMap((path): OutsideCause[] => {
    const name = shown(path, folder);
    if (found.has(path)) return [{ why: `read ${name}, which has changed`, certain: true }];
    const named = strings.find((text) => names(text, path, folder));
    if (named === undefined) return [];
    if (cell.reads.has(named)) return [{ why: `reads ${name}, which has changed`, certain: true }];
    // a run of this very text did not find the file
    return cell.found === null ? [{ why: `names ${name}, which has changed`, certain: false }] : [];
  });
}

/** Whether a string is the path, its last part, a folder above it, or a pattern for it. */
function names(text: string, path: string, folder: string): boolean {
  if (text.length < 3 || text.length > 1000 || /[\n:]/.test(text)) return false;
  const name = basename(path);
  if (text === name || (text.endsWith(`/${name}`) && !isAbsolute(text))) {
    // another folder's file of that name is another file; a part of a path may be joined to any folder
    return text === name || resolve(folder, text) === path || !text.startsWith('.');
  }
  if (/[*?[]/.test(text)) {
    const way = relative(folder, path).split(sep).join('/');
    return picomatch.isMatch(way, text.replace(/^\.\//, '')) || picomatch.isMatch(name, text);
  }
  const whole = resolve(folder, text);
  return whole === path || (text.includes('/') && path.startsWith(whole + sep));
}

/** The words of commands to the shell and of magics, which have no quotes. */
function commandWords(source: string): readonly string[] {
  const commands = source.split('\n').filter((line) => /^\s*[!%]/.test(line));
  return commands.flatMap((line) => line.match(/[^\s'"]+/g) ?? []);
}

function shown(path: string, folder: string): string {
  return relative(folder, path).split(sep).join('/');
}
