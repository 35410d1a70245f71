/**
 * The known findings of a project, in a file: a check with this file reports the others only. A finding is
 * known by its notebook, rule, message and line of code, so that it stays known when cells move.
 */

import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { saveAtomically } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';

/** A finding as it is compared. */
export interface BaselineEntry {
  readonly code: string;
  readonly message: string;
  /** The line of code; empty: the whole notebook. */
  readonly text: string;
}

/** An entry of the file. `file`: relative to the folder of the baseline. */
interface KnownFinding extends BaselineEntry {
  readonly file: string;
}

/** The known findings, and the ones of this run. */
export class Baseline {
  readonly path: string;
  /** Whether the file is missing, and so will be written. */
  readonly isNew: boolean;
  readonly #command: string;
  readonly #waiting: Map<string, number>;
  readonly #seen = new Map<string, { readonly entry: KnownFinding; count: number }>();
  readonly #files = new Set<string>();
  /** Findings that were in the file. */
  known = 0;

  /**
   * Reads the file; a missing one will be written. In CI nobody would keep a written file, so there a missing
   * one is an error. `command`: the command that makes the findings. @throws {SluiceError} for a broken file
   */
  constructor(path: string, command: string, environment: NodeJS.ProcessEnv) {
    this.path = path;
    this.#command = command;
    this.isNew = !existsSync(path);
    if (this.isNew && /^(?!0$|false$|$)/i.test(environment.CI ?? ''))
      throw new SluiceError(
        `there is no baseline ${path}; run ${command} with it once outside CI, and commit it`,
      );
    this.#waiting = this.isNew ? new Map() : read(path, command);
  }

  /**
   * The findings of a notebook that are not in the file. Each entry of the file stands for as many findings as it
   * says. While the file is new, every finding is known.
   */
  newIn<Found>(file: string, found: readonly Found[], entryOf: (each: Found) => BaselineEntry): Found[] {
    this.#files.add(this.#nameOf(file));
    return found.filter((each) => !this.#knows(file, entryOf(each)));
  }

  #knows(path: string, given: BaselineEntry): boolean {
    // (cells move, and numbers in messages with them)
    const message = given.message.replace(/\b(cells?) \d+(?:(?:, | and )\d+)*/g, '$1 N');
    const entry = { file: this.#nameOf(path), code: given.code, message, text: given.text.trim() };
    const key = keyOf(entry);
    const seen = this.#seen.get(key);
    if (seen === undefined) this.#seen.set(key, { entry, count: 1 });
    else seen.count += 1;
    if (this.isNew) return true;
    const waiting = this.#waiting.get(key) ?? 0;
    if (waiting === 0) return false;
    this.#waiting.set(key, waiting - 1);
    this.known += 1;
    return true;
  }

  #nameOf(file: string): string {
    return relative(dirname(this.path), resolve(file)).split(sep).join('/');
  }

  /** Findings of the file that this run has not found, in the notebooks of this run. */
  get gone(): number {
    return [...this.#waiting]
      .filter(([key]) => this.#files.has((JSON.parse(key) as [string])[0]))
      .reduce((sum, [, count]) => sum + count, 0);
  }

  /** Writes the findings of this run. Returns their number. */
  write(): number {
    const all = [...this.#seen.values()].map(({ entry, count }) => ({ ...entry, count }));
    all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const lines = all.map((entry) => `    ${JSON.stringify(entry)}`);
    const head = `{\n  "version": 1,\n  "command": ${JSON.stringify(this.#command)},\n`;
    saveAtomically(this.path, `${head}  "findings": [\n${lines.join(',\n')}\n  ]\n}\n`, null);
    return all.reduce((sum, { count }) => sum + count, 0);
  }
}

function keyOf({ file, code, message, text }: KnownFinding): string {
  return JSON.stringify([file, code, text, message]);
}

function read(path: string, command: string): Map<string, number> {
  const wrong = (why: string) =>
    new SluiceError(`${path} is no baseline of ${command} (${why}); name another file, or delete this one`);
  let value: unknown;
  try {
    value = JSON.parse(readPlainText(path, MOST_OF_SETTINGS));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'no valid JSON' : (error as Error).message);
  }
  const file = value as { version?: unknown; command?: unknown; findings?: unknown };
  if (typeof value !== 'object' || value === null || file.version !== 1) throw wrong('no "version": 1');
  if (file.command !== command) throw wrong(`its "command" is ${JSON.stringify(file.command)}`);
  if (!Array.isArray(file.findings)) throw wrong('no list "findings"');
  const found = new Map<string, number>();
  for (const each of file.findings as Partial<KnownFinding & { count: number }>[]) {
    const { file: name, code, message, text, count } = each ?? {};
    if ([name, code, message, text].some((part) => typeof part !== 'string') || typeof count !== 'number')
      throw wrong('an entry without file, code, message, text and count');
    found.set(keyOf(each as KnownFinding), count);
  }
  return found;
}
