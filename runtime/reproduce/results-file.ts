/**
 * A file of results, one JSON line per notebook, that a run appends to and that a run which was killed goes on with. It is for one
 * process at a time.
 */

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import type { NotebookResult } from './notebook-result.ts';

/** What decides the results besides the notebooks. */
export type Settings = Readonly<Record<string, string | number>>;

/** A line of the file. */
export type SavedResult = NotebookResult & { readonly settings: Settings };

const NEWLINE = 10;

/** An open file of results. */
export class ResultsFile {
  readonly path: string;
  readonly #file: number;
  readonly #settings: Settings;

  private constructor(path: string, settings: Settings) {
    this.path = path;
    this.#settings = settings;
    this.#file = openSync(path, 'a');
  }

  /**
   * Opens it, and gives each result that is whole in it to `known`. What a killed run has left of a line is cut off.
   * @throws {SluiceError} 2 when it is no file of results, or of a run with other settings.
   */
  static async open(
    path: string,
    settings: Settings,
    known: (result: SavedResult) => void,
  ): Promise<ResultsFile> {
    try {
      const wanted = JSON.stringify(settings);
      if (existsSync(path)) {
        const whole = await readResults(path, (result) => {
          if (JSON.stringify(result.settings) !== wanted) {
            throw new SluiceError(
              `${path} has results with other options (${JSON.stringify(result.settings)}); name another file, or give those`,
            );
          }
          known(result);
        });
        truncateSync(path, whole);
      }
      return new ResultsFile(path, settings);
    } catch (error) {
      if (error instanceof SluiceError) throw error;
      throw new SluiceError(`cannot use ${path}: ${describeFailure(error)}`);
    }
  }

  /** Appends a result; it is on the disk when this returns. */
  append(result: NotebookResult): void {
    const line: SavedResult = { ...result, settings: this.#settings };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Reads the whole lines of a file of results; returns where the last of them ends. @throws {SluiceError} 2 at any other line. */
export async function readResults(path: string, each: (result: SavedResult) => void): Promise<number> {
  let rest: Buffer[] = [];
  let whole = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
      whole += line.length + 1;
      each(parseResult(line.toString(), path));
    }
    rest.push(chunk.subarray(start));
  }
  return whole;
}

function parseResult(line: string, path: string): SavedResult {
  try {
    const found = JSON.parse(line) as Partial<SavedResult> | null;
    if (found?.type === 'notebook' && typeof found.file === 'string') return found as SavedResult;
  } catch {
    // said below
  }
  throw new SluiceError(`${path} has a line that is no result of sluice reproduce; name another file`);
}
