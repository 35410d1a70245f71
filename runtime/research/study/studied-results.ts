/** The results for a study, from one file or from the shards of a run, each notebook once. */

import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { NotebookResult } from '../../../slicer/index.ts';
import { besideOf, describeFailure } from '../../documents/index.ts';
import { replaceFile } from '../../platform/index.ts';
import { filesBelow } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import { type Result, readResults, type Saved } from '../reproduce/index.ts';
import type { AnalysedNotebook } from './notebooks/index.ts';

/** Results of a kind. */
export interface StudiedKind<R extends Result> {
  readonly type: R['type'];
  /** The common fields of two results of one notebook with the same options. */
  readonly said: (result: R) => string;
}

/** Of `sluice reproduce`. */
export const REPRODUCED: StudiedKind<NotebookResult> = {
  type: 'notebook',
  said: ({ status, outputs }) => JSON.stringify([status, outputs]),
};

/** Of `sluice study notebooks`: all but times. */
export const ANALYSED: StudiedKind<AnalysedNotebook> = {
  type: 'analysed-notebook',
  said: ({ cause, measures }) =>
    JSON.stringify([cause, measures], (key, value) => (key.endsWith('Ms') ? undefined : value)),
};

/** Results by file and settings; two shards may have the same result, but must not contradict each other. */
class OneOfEach<R extends Result> {
  readonly #kind: StudiedKind<R>;
  readonly #known = new Map<string, { readonly said: string; readonly path: string }>();

  constructor(kind: StudiedKind<R>) {
    this.#kind = kind;
  }

  /** Whether the result is new. @throws {SluiceError} when another file contradicts the result. */
  isNew(result: Saved<R>, path: string): boolean {
    const key = JSON.stringify([result.file, result.settings]);
    const said = this.#kind.said(result);
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#known.set(key, { said, path });
      return true;
    }
    if (known.said === said) return false;
    throw new SluiceError(
      `${result.file} has other results in ${path} than in ${known.path}, with the same options; leave one of the files out`,
    );
  }
}

/** Files of results; folders are searched for `*.jsonl`. @throws {SluiceError} 2 when a path is not there, or there are none. */
function resultFiles(paths: readonly string[]): readonly string[] {
  const files = paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new SluiceError(`cannot read ${path}: there is no such file or folder`);
    if (!stats.isDirectory()) return [path];
    const found = [...filesBelow(path, () => {})].filter(({ entry }) => entry.name.endsWith('.jsonl'));
    return found.map(({ path: file }) => file);
  });
  if (files.length === 0) throw new SluiceError(`there are no results (*.jsonl) in ${paths.join(', ')}`);
  return files;
}

/** Gives each result to `each`. @throws {SluiceError} 2 when a file holds something else. */
export async function readStudied<R extends Result>(
  kind: StudiedKind<R>,
  paths: readonly string[],
  each: (result: Saved<R>) => void,
): Promise<readonly string[]> {
  const files = resultFiles(paths);
  const once = new OneOfEach(kind);
  for (const file of files) {
    try {
      await readResults<R>(file, kind.type, (result) => {
        if (once.isNew(result, file)) each(result);
      });
    } catch (error) {
      if (error instanceof SluiceError) throw error;
      throw new SluiceError(`cannot read ${file}: ${describeFailure(error)}`);
    }
  }
  return files;
}

/**
 * Joins files of results into one, with which the original command can continue (`-o`); returns the number of
 * lines.
 */
export async function mergeResults<R extends Result>(
  kind: StudiedKind<R>,
  paths: readonly string[],
  out: string,
): Promise<number> {
  const beside = besideOf(out);
  let lines = 0;
  try {
    const file = openSync(beside, 'wx');
    try {
      await readStudied(kind, paths, (result) => {
        const bytes = Buffer.from(`${JSON.stringify(result)}\n`);
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
        lines += 1;
      });
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    replaceFile(beside, out);
  } catch (error) {
    rmSync(beside, { force: true });
    if (error instanceof SluiceError) throw error;
    throw new SluiceError(`cannot save ${out}: ${describeFailure(error)}`);
  }
  return lines;
}
