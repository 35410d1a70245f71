/** A session in a plain shell under the agent, cell by cell: the tests of reactive mode use it in place of a kernel. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { executionRecord, findPackageRoot } from '../../instrument/index.ts';
import type { CoreAction, ExecutionRecord, ForeignFiles, Restored, Sameness } from '../../slicer/index.ts';
import { type HostRun, hostSetup } from '../harness/host.ts';

/** A run requested by the core. */
export type Execute = Extract<CoreAction, { type: 'execute' }>;

/** A run, and its visible output. */
export interface SessionRun {
  readonly record: ExecutionRecord;
  readonly same: Sameness | null;
  readonly copied: boolean;
  readonly shown: string;
}

/** One process that forks a fresh shell for each session and for each run from the top. */
export class SessionHost {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];

  /** `backend`: matplotlib's. `briefly`: errors without their lines, which is a lot faster. */
  constructor(python: string, preload: readonly string[] = [], backend = 'agg', briefly = false) {
    const env = {
      ...process.env,
      PYTHONHASHSEED: '0',
      OMP_NUM_THREADS: '1',
      OPENBLAS_NUM_THREADS: '1',
      MPLBACKEND: backend,
    };
    this.#child = spawn(python, [join(findPackageRoot(), 'test', 'harness', 'host.py')], { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#waiting.shift()?.(line));
    this.#child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    this.#write({ ...hostSetup(preload), briefly });
  }

  /**
   * Starts a session; one at a time. `copies`: the agent copies all values that can be copied, even of fast cells. `folder`: the
   * session runs in a copy of this folder. Returns the folder of the run.
   */
  async start(copies = false, folder?: string): Promise<string> {
    return (JSON.parse(await this.#ask({ session: true, copies, folder })) as { folder: string }).folder;
  }

  async run({ exec, cell, source, keeps, copies, above, aside, due }: Execute): Promise<SessionRun> {
    const request = { exec, cell, source, keeps, copies, above, aside, due };
    const run = JSON.parse(await this.#ask(request)) as HostRun & { failure?: string };
    if (run.failure !== undefined) throw new Error(run.failure);
    const recorded = executionRecord({ exec, cell, source, status: run.status }, run.trace);
    const record = run.trace?.world ? { ...recorded, world: { above, ...run.trace.world } } : recorded;
    const { same = null, copied = false } = run.trace ?? {};
    return { record, same, copied, shown: shownText(run) };
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

  /** The files changed by the cell's last run, and since then, surely or perhaps, by another program. */
  async foreignFiles(cell: string): Promise<ForeignFiles> {
    return (JSON.parse(await this.#ask({ foreign: cell })) as ForeignFiles | null) ?? [[], []];
  }

  async end(): Promise<void> {
    await this.#ask({});
  }

  /** The output of every cell in a run from the top in a fresh process, without probes. */
  async fresh(
    cells: readonly (readonly [string, string])[],
    folder?: string,
  ): Promise<ReadonlyMap<string, string>> {
    const answer = JSON.parse(await this.#ask({ cells, probes: false, folder })) as {
      runs: HostRun[];
      failure?: string;
    };
    if (answer.failure !== undefined) throw new Error(answer.failure);
    return new Map(cells.map(([cell], index) => [cell, shownText(answer.runs[index] as HostRun)]));
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

function shownText({ stdout, result, error }: HostRun): string {
  // a traceback says how often the kernel has run something
  return [stdout.replace(/\b(In|Out)\[\d+\]/g, '$1[]'), result ?? '', error ?? ''].join('|');
}
