/**
 * A file of results, one JSON line for each notebook or session. A run appends to it, and a later run
 * continues after a killed one. A lock beside the file refuses other processes.
 */

import { closeSync, existsSync, fsyncSync, openSync, truncateSync, writeSync } from 'node:fs';
import { streamPlainFile } from '../../../instrument/index.ts';
import { describeFailure } from '../../documents/index.ts';
import { acquireLock, type BuildLock } from '../../python/index.ts';
import { SluiceError } from '../../words/index.ts';

/** The settings that influence results. */
export type Settings = Readonly<Record<string, string | number>>;

/** A result: of a kind, and of a file. */
export interface Result {
  readonly type: string;
  readonly file: string;
}

/** A line of the file. */
export type Saved<R extends Result> = R & { readonly settings: Settings };

const NEWLINE = 10;

/** An open file of results. */
export class ResultsFile<R extends Result> {
  readonly path: string;
  readonly #file: number;
  readonly #settings: Settings;
  readonly #lock: BuildLock;

  private constructor(path: string, settings: Settings, lock: BuildLock) {
    this.path = path;
    this.#settings = settings;
    this.#lock = lock;
    this.#file = openSync(path, 'a');
  }

  /**
   * Opens the file, and calls `known` with each complete result. It cuts off a partial line of a killed run.
   * @throws {SluiceError} 2 when it is no file of results, has other settings, or another run writes to it.
   */
  static async open<R extends Result>(
    path: string,
    type: R['type'],
    settings: Settings,
    known: (result: Saved<R>) => void,
  ): Promise<ResultsFile<R>> {
    try {
      const lock = await lockOf(path);
      process.once('exit', () => lock.release());
      const wanted = JSON.stringify(settings);
      if (existsSync(path)) {
        const whole = await readResults<R>(path, type, (result) => {
          if (JSON.stringify(result.settings) !== wanted) {
            throw new SluiceError(
              `${path} has results with other options (${JSON.stringify(result.settings)}); name another file, or give those`,
            );
          }
          known(result);
        });
        truncateSync(path, whole);
      }
      return new ResultsFile(path, settings, lock);
    } catch (error) {
      if (error instanceof SluiceError) throw error;
      throw new SluiceError(`cannot use ${path}: ${describeFailure(error)}`);
    }
  }

  /** Appends a result and flushes it to the disk. */
  append(result: R): void {
    const line: Saved<R> = { ...result, settings: this.#settings };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
    this.#lock.release();
  }
}

function lockOf(path: string): Promise<BuildLock> {
  const file = `${path}.lock`;
  return acquireLock(file, () => {
    // (a lock of a killed run is gone by now)
    if (existsSync(file))
      throw new SluiceError(`another run writes to ${path}: wait until it ends, or name another file`);
  });
}

/**
 * Reads the complete lines of a file of results; returns the end offset of the last one. @throws
 * {SluiceError} 2 at any other line.
 */
export async function readResults<R extends Result>(
  path: string,
  type: R['type'],
  each: (result: Saved<R>) => void,
): Promise<number> {
  let rest: Buffer[] = [];
  let whole = 0;
  for await (const chunk of streamPlainFile(path).stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
      whole += line.length + 1;
      each(parseResult(line.toString(), path, type));
    }
    rest.push(chunk.subarray(start));
  }
  return whole;
}

function parseResult<R extends Result>(line: string, path: string, type: R['type']): Saved<R> {
  try {
    const found = JSON.parse(line) as Partial<Saved<R>> | null;
    if (found?.type === type && typeof found.file === 'string') return found as Saved<R>;
  } catch {
    // the error follows below
  }
  throw new SluiceError(`${path} has a line that is no result: no ${type}; name another file`);
}
