/** Sessions with a store in plain shells under the agent: a forked process per session, in place of a kernel. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkJson, executionRecord, findPackageRoot, type Schema } from '../../instrument/index.ts';
import type { StoreKernel } from '../../runtime/store/index.ts';
import type { ForeignFiles, Restored } from '../../slicer/index.ts';
import { type HostRun, hostSetup } from '../harness/host.ts';

/** A cell with this word counts as slow, however long it takes. */
export const SLOW = 'SLOW';
const SLOW_MS = 1_000;

/** A host whose sessions run in a folder as it stands. */
export class StoreHost {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];

  constructor(python: string, preload: readonly string[] = []) {
    const env = { ...process.env, PYTHONHASHSEED: '0', OMP_NUM_THREADS: '1', MPLBACKEND: 'agg' };
    this.#child = spawn(python, [join(findPackageRoot(), 'test', 'harness', 'host.py')], { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#waiting.shift()?.(line));
    this.#child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    this.#write({ ...hostSetup(preload), briefly: true });
  }

  /** Starts a session; one at a time. `env`: variables of the environment beside the usual ones. */
  async start(at: string, env: Readonly<Record<string, string>> = {}): Promise<StoreKernel> {
    await this.#ask({ session: true, at, env, chance: true });
    return {
      run: async (exec, cell, source, { compares } = {}) => {
        const request = compares === undefined ? { id: cell } : { ...compares, cell };
        const run = JSON.parse(await this.#ask({ exec, source, ...request })) as HostRun & {
          failure?: string;
        };
        if (run.failure !== undefined) throw new Error(run.failure);
        const { status, stdout, result, error, trace } = run;
        const ms = { run: source.includes(SLOW) ? SLOW_MS : 1, trace: 0 };
        const text = [stdout, result ?? '', error ?? ''].join('|');
        const outputs = [{ output_type: 'stream', name: 'stdout', text } as const];
        const plain = executionRecord({ exec, cell, source, status }, trace);
        const world = compares && trace?.world ? { above: compares.above, ...trace.world } : null;
        const record = world === null ? plain : { ...plain, world };
        const [name = '', value = ''] = error?.split(': ') ?? [];
        const ended = {
          status,
          executionCount: exec,
          outputs,
          timedOut: false,
          requestId: 'r',
          replyMetadata: {},
        };
        const fold = { outputs, displays: new Map() };
        const shown = {
          ...ended,
          fold,
          error: error === null ? null : { name, value, traceback: [] },
          endsKernel: false,
        };
        return {
          result: shown as never,
          record,
          same: trace?.same ?? null,
          copied: trace?.copied ?? false,
          ms,
        };
      },
      ask: async <T>(question: string, given: object, form: Schema<T>): Promise<T | null> => {
        const answer = await this.#ask({ store: question, with: JSON.stringify(given) });
        const found = checkJson(form, answer);
        if (found.type !== 'ok') throw new Error(`${question}: ${found.reason}: ${answer.slice(0, 300)}`);
        return found.value;
      },
    };
  }

  /** Restores copies of a cell's values. */
  async restore(cell: string): Promise<Restored | null> {
    const found = JSON.parse(await this.#ask({ restore: cell })) as
      | [Restored['tokens'], string[], string[]]
      | null;
    return found && { tokens: found[0], plain: found[1], names: found[2] };
  }

  /** Puts the world in the state after these cells. */
  async place(cells: readonly string[]): Promise<void> {
    await this.#ask({ place: cells });
  }

  /** The files changed by the cell's last run, and by another program since, or perhaps by one meanwhile. */
  async foreignFiles(cell: string): Promise<ForeignFiles> {
    return (JSON.parse(await this.#ask({ foreign: cell })) as ForeignFiles | null) ?? [[], []];
  }

  async end(): Promise<void> {
    await this.#ask({});
  }

  close(): void {
    this.#child.stdin.end();
  }

  #ask(value: unknown): Promise<string> {
    const line = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.#write(value);
    return line;
  }

  #write(value: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(value)}\n`);
  }
}
