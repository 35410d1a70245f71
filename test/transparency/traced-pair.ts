/** The same cells in two kernels, one with probes and one without. Nothing is compared here. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { KernelServer } from '../../runtime/kernel/index.ts';
import { StaticRecorder, TracedKernel, type TracedRun, type TraceMode } from '../../runtime/session/index.ts';
import type { CaseCell } from './transparency-case.ts';

/** Far more than a cell takes: worker processes that import large libraries on a busy machine take their time. */
const TIMEOUT_MS = 60_000;

/** A run in both kernels. */
export interface PairedRun {
  readonly on: TracedRun;
  readonly off: TracedRun;
}

/** Two kernels that run the same cells in the same order. Each has a directory of its own. */
export class TracedPair {
  readonly #on: TracedKernel;
  readonly #off: TracedKernel;
  readonly #folders: readonly string[];
  #exec = 0;
  #isDead = false;

  private constructor(on: TracedKernel, off: TracedKernel, folders: readonly string[]) {
    this.#on = on;
    this.#off = off;
    this.#folders = folders;
  }

  /** `folders`: where the kernels work; made, and removed on `close`, when not given. */
  static async start(server: KernelServer, folders?: readonly [string, string]): Promise<TracedPair> {
    const own = folders ? [] : [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sluice-transparency-')));
    const [onFolder = '', offFolder = ''] = folders ?? own;
    const start = async (cwd: string, mode: TraceMode): Promise<TracedKernel> =>
      TracedKernel.attach(await server.startKernel({ cwd, env: FIXED }), mode, new StaticRecorder());
    const [on, off] = await Promise.all([start(onFolder, 'on'), start(offFolder, 'off')]);
    return new TracedPair(on, off, own);
  }

  /** Whether one of the kernels died. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** Runs one cell in both. */
  async run(cell: CaseCell): Promise<PairedRun> {
    this.#exec += 1;
    const exec = this.#exec;
    const runs = await Promise.allSettled([runCell(this.#on, exec, cell), runCell(this.#off, exec, cell)]);
    const [on, off] = runs.map((run) => (run.status === 'fulfilled' ? run.value : null));
    if (on && off) return { on, off };
    this.#isDead = true;
    throw new Error(`the kernel ${on ? 'without' : 'with'} probes died in ${JSON.stringify(cell.source)}`);
  }

  async close(): Promise<void> {
    await Promise.all([this.#on.client.shutdown(), this.#off.client.shutdown()]);
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

const THINKS_MS = 100;

/** Set orders must not differ between the two; IPython must not measure a terminal. */
const FIXED = { PYTHONHASHSEED: '0', COLUMNS: '100', LINES: '40' };

function runCell(kernel: TracedKernel, exec: number, cell: CaseCell): Promise<TracedRun> {
  const answers = [...(cell.input ?? [])];
  let interrupted = false;
  return kernel.run(exec, `c${exec}`, cell.source, {
    timeoutMs: TIMEOUT_MS,
    // as a person does, after what was printed before has arrived
    ...(cell.input ? { onInput: () => setTimeout(THINKS_MS, answers.shift() ?? '') } : {}),
    onOutput: (_, { outputs }) => {
      if (cell.interrupt === undefined || interrupted) return;
      const { interrupt } = cell;
      interrupted = outputs.some((o) => o.output_type === 'stream' && o.text.includes(interrupt));
      if (interrupted) void setTimeout(100).then(() => kernel.client.interrupt());
    },
  });
}
