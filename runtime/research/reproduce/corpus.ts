/** The notebooks of files and folders, and the shard of each. It reads none of them. */

import { createHash } from 'node:crypto';
import { type Dirent, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { describeFailure } from '../../documents/index.ts';
import { filesBelow } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { NotebookToRun } from './worker-messages.ts';

/** The suffix of a fixed copy. */
export const FIXED = '.fixed.ipynb';

/** A notebook of a corpus. */
export interface CorpusFile extends NotebookToRun {
  /** Why it must not be opened; null: it may. */
  readonly problem: string | null;
}

/** One of `of` parts of a corpus, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/**
 * The notebooks of the sources, each once, in the order of their names. Folders are searched for `*.ipynb`,
 * without copies made by `--fix`; linked folders are not followed. `tell` gets messages about unreadable
 * folders. @throws {SluiceError} 2 when a source is missing.
 */
export function corpusFiles(sources: readonly string[], tell: (line: string) => void): readonly CorpusFile[] {
  const found = new Map<string, CorpusFile>();
  for (const source of sources) {
    const path = resolve(source);
    const stats = statOf(path, source);
    if (!stats.isDirectory()) found.set(path, { file: source, path, problem: null });
    else
      for (const each of notebooksIn(path, source, tell))
        if (!found.has(each.path)) found.set(each.path, each);
  }
  return [...found.values()];
}

function statOf(path: string, source: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (error) {
    throw new SluiceError(`cannot read ${source}: ${describeFailure(error)}`);
  }
}

function* notebooksIn(root: string, source: string, tell: (line: string) => void): Generator<CorpusFile> {
  const inside = realpathSync(root);
  const below = filesBelow(root, (folder, error) => {
    tell(`note: cannot read the folder ${folder}: ${describeFailure(error)}`);
  });
  for (const { path, entry } of below) {
    if (!entry.name.endsWith('.ipynb') || entry.name.endsWith(FIXED)) continue;
    yield { file: join(source, relative(root, path)), path, problem: problemOf(entry, path, inside) };
  }
}

function problemOf(entry: Dirent, path: string, inside: string): string | null {
  if (!entry.isSymbolicLink()) return null;
  try {
    return realpathSync(path).startsWith(inside + sep)
      ? null
      : 'a symbolic link that leads out of the folder';
  } catch (error) {
    return `a symbolic link that leads nowhere: ${describeFailure(error)}`;
  }
}

/** Whether a file belongs to a shard: by its name alone, so that new or deleted files move no other file. */
export function isInShard({ file }: CorpusFile, { part, of }: Shard): boolean {
  return createHash('sha256').update(file).digest().readUInt32BE(0) % of === part - 1;
}
