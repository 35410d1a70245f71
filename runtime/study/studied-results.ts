/** The results of `sluice reproduce` that a study is over, from one file or from the shards of a run, each notebook once. */

import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { besideOf, describeFailure } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { type NotebookResult, readResults, type Saved } from '../reproduce/index.ts';
import { filesBelow } from '../sources/index.ts';

/** Results by file and settings; two shards may have the same one, and may not say different things of it. */
class OneOfEach {
  readonly #known = new Map<string, { readonly said: string; readonly path: string }>();

  /** Whether it is new. @throws {SluiceError} when another file says something else of the notebook. */
  isNew(result: Saved<NotebookResult>, path: string): boolean {
    const key = JSON.stringify([result.file, result.settings]);
    const said = JSON.stringify([result.status, result.outputs]);
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
export async function readStudied(
  paths: readonly string[],
  each: (result: Saved<NotebookResult>) => void,
): Promise<readonly string[]> {
  const files = resultFiles(paths);
  const once = new OneOfEach();
  for (const file of files) {
    try {
      await readResults<NotebookResult>(file, 'notebook', (result) => {
        if (once.isNew(result, file)) each(result);
      });
    } catch (error) {
      if (error instanceof SluiceError) throw error;
      throw new SluiceError(`cannot read ${file}: ${describeFailure(error)}`);
    }
  }
  return files;
}

/** Joins files of results into one, which `sluice reproduce -o` can go on with; returns how many lines it has. */
export async function mergeResults(paths: readonly string[], out: string): Promise<number> {
  const beside = besideOf(out);
  let lines = 0;
  try {
    const file = openSync(beside, 'wx');
    try {
      await readStudied(paths, (result) => {
        const bytes = Buffer.from(`${JSON.stringify(result)}\n`);
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
        lines += 1;
      });
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, out);
  } catch (error) {
    rmSync(beside, { force: true });
    if (error instanceof SluiceError) throw error;
    throw new SluiceError(`cannot save ${out}: ${describeFailure(error)}`);
  }
  return lines;
}
