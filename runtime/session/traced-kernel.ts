/**
 * A kernel with the agent in it: runs cells and gives each run's execution record. It keeps no log and no graph.
 */

import {
  executionRecord,
  installCode,
  loadEffectsLibrary,
  TRACE_COMM,
  type WireTrace,
} from '../../instrument/index.ts';
import type { CellId, Exec, ExecutionRecord, Location } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { KernelClient, RunRequest, RunResult } from '../kernel/index.ts';
import type { StaticRecorder } from './static-recorder.ts';

/** Whether probes are put into cells (`on`), nothing is known of them (`off`), or only their text (`static`). */
export type TraceMode = 'on' | 'off' | 'static';

/** A run: what the kernel answered, what was recorded, and the milliseconds of each. */
export interface TracedRun {
  readonly result: RunResult;
  readonly record: ExecutionRecord;
  readonly ms: { readonly run: number; readonly trace: number };
}

/** A kernel whose runs are recorded. */
export class TracedKernel {
  readonly client: KernelClient;
  readonly #mode: TraceMode;
  readonly #static: StaticRecorder;
  readonly #library: string;
  #traces: WireTrace[] = [];

  private constructor(client: KernelClient, mode: TraceMode, library: string, recorder: StaticRecorder) {
    this.client = client;
    this.#mode = mode;
    this.#library = library;
    this.#static = recorder;
  }

  /** Installs the agent. `effectFiles`: the user's own stub files, added to the shipped library. */
  static async attach(
    client: KernelClient,
    mode: TraceMode,
    recorder: StaticRecorder,
    effectFiles: readonly string[] = [],
  ): Promise<TracedKernel> {
    const library = JSON.stringify(loadEffectsLibrary(effectFiles).effects);
    const kernel = new TracedKernel(client, mode, library, recorder);
    await kernel.#install();
    return kernel;
  }

  /** Runs a cell as execution `exec`. */
  async run(exec: Exec, cell: CellId, source: string, request: Partial<RunRequest> = {}): Promise<TracedRun> {
    this.#traces = [];
    const started = performance.now();
    const metadata = { sluice: { exec } };
    const result = await this.client.execute({ ...request, code: source, cellId: cell, metadata });
    const run = performance.now() - started;
    const status = result.status === 'died' ? 'interrupted' : result.status;
    const outcome = { exec, cell, source, status } as const;
    const trace = this.#traces.find((t) => t.exec === exec) ?? null;
    const record = this.#mode === 'static' ? this.#static.record(outcome) : executionRecord(outcome, trace);
    return { result, record, ms: { run, trace: trace?.ms ?? 0 } };
  }

  /** Restarts the kernel and installs the agent again. */
  async restart(): Promise<void> {
    await this.client.restart();
    this.#static.restart();
    await this.#install();
  }

  /** Fingerprints of global names' values, `[repr, fingerprint]`; names that do not exist are left out. */
  async fingerprints(names: readonly string[]): Promise<Record<string, readonly [string, string]>> {
    return (await this.#ask(`.fingerprint.report(${JSON.stringify(names)}, get_ipython().user_ns)`)) as Record<
      string,
      readonly [string, string]
    >;
  }

  /** Everything located that the value of an expression reaches, or null when it cannot be evaluated. */
  async locate(expression: string): Promise<Location[] | null> {
    const found = await this.#ask(`.agent.locate(${JSON.stringify(expression)})`);
    return Array.isArray(found)
      ? (found as [string, string][]).map(([object, field]) => ({ object, field }))
      : null;
  }

  async #install(): Promise<void> {
    const probes = this.#mode === 'on';
    const code = installCode(this.#library, { probes });
    const result = await this.client.execute({ code, silent: true, storeHistory: false });
    if (result.status !== 'ok') {
      const why = result.error === null ? result.status : `${result.error.name}: ${result.error.value}`;
      throw new SluiceError(`the probes could not be installed in the kernel (${why}); try --trace off`, 3);
    }
    if (probes) {
      await this.client.openComm(TRACE_COMM, ({ data }) => this.#traces.push(data as unknown as WireTrace));
    }
  }

  /** A question to the agent outside any cell; the answer comes as JSON on the hidden request's output. */
  async #ask(call: string): Promise<unknown> {
    const code = `print(__import__('json').dumps(__import__('sys').modules['_sluice']${call}))`;
    const { outputs } = await this.client.execute({ code, silent: true, storeHistory: false });
    const text = outputs.map((o) => (o.output_type === 'stream' && o.name === 'stdout' ? o.text : '')).join('');
    return text.trim() === '' ? null : JSON.parse(text);
  }
}
