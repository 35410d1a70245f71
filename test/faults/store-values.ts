/** Numbered cells of the fault tests of the store, and `store_values.py`, which has their values. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  checkJson,
  findPackageRoot,
  flag,
  list,
  maybe,
  object,
  type Schema,
  text,
} from '../../instrument/index.ts';
import type { JudgedRun } from '../../runtime/store/judged-run.ts';
import { digestOf } from '../../runtime/store/known-state.ts';
import type { StoredValues } from '../../runtime/store/stored-run.ts';

/** A place of runs, without the Python. */
export const NOWHERE = {
  installed: '',
  version: '',
  system: '',
  packages: {},
  environ: '',
  general: '',
};

/** So few cells that two writers meet. */
export const CELLS = 30;

/** The text of a cell. */
export function textOf(number: number): string {
  return `x, y = values(${number})`;
}

/** The content of the file that a cell writes. */
export function fileOf(number: number): string {
  return `${number}\n`.repeat(1_000 * number);
}

/** The judgement on a run of a cell, which also wrote a file. */
export function judgedCell(number: number, file: string): JudgedRun {
  const source = textOf(number);
  const after = { names: { x: `x${number}`, y: `y${number}` }, groups: [['x', 'y']], deleted: [], world: {} };
  const none = new Set();
  return {
    run: { ms: { run: 60_000, trace: 0 }, record: {}, result: { outputs: [] } } as never,
    source,
    at: 0,
    facts: { worldWrites: none, filesWritten: new Set([file]), changed: none } as never,
    looked: { doubts: [], modules: [] },
    inputs: [],
    settings: {},
    key: digestOf(source),
    change: { after, changed: ['x', 'y'], values: [['x', 'y']], limits: [] },
    limits: [],
  };
}

interface Loaded {
  readonly equal?: boolean;
  readonly error?: string;
}
const LOADED: Schema<Loaded> = object<Loaded>({ equal: maybe(flag), error: maybe(text) });

/** A process with the values of the cells. */
export class ValuesProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(python: string) {
    const script = join(findPackageRoot(), 'test', 'faults', 'store_values.py');
    this.#child = spawn(python, ['-S', '-E', script]);
    this.#child.stderr.on('data', (said: Buffer) => process.stderr.write(said));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The folders of its modules. */
  path(): Promise<readonly string[] | null> {
    return this.#ask({}, list(text));
  }

  /** Writes the values of a cell, as a kernel does. */
  save<T>(number: number, given: object, form: Schema<T>): Promise<T | null> {
    return this.#ask({ save: given, number }, form);
  }

  /** Reads a file of values, and compares them with those of a cell. */
  async load(number: number, path: string, { sha256, size, foreign }: StoredValues): Promise<Loaded> {
    const load = { path, sha256, size, plain: foreign === true };
    return (await this.#ask({ load, number }, LOADED)) ?? { error: 'no answer' };
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask<T>(question: object, form: Schema<T>): Promise<T | null> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value } = await this.#lines.next();
    const found = checkJson(form, String(value));
    return found.type === 'ok' ? found.value : null;
  }
}
