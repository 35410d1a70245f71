/** A kernel with the agent in it: runs cells and returns each run's execution record. It keeps no log and no graph. */

import { join } from 'node:path';
import { nanoid } from 'nanoid';
import {
  executionRecord,
  installCode,
  loadEffectsLibrary,
  OUTSIDE_COMM,
  type PackedEffects,
  type RunOutcome,
  type WireTrace,
} from '../../instrument/index.ts';
import type {
  CellId,
  CellLabel,
  Exec,
  ExecutionRecord,
  LibraryKnowledge,
  Sameness,
} from '../../slicer/index.ts';
import { isJsonObject } from '../documents/index.ts';
import {
  isPython,
  type JsonValue,
  type KernelClient,
  type OnCommMessage,
  type RunRequest,
  type RunResult,
} from '../kernel/index.ts';
import { sluiceHome } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';
import { AgentQuestions } from './agent-questions.ts';
import { KernelDied, kernelLeft } from './kernel-died.ts';
import { NO_TRACE, receivedTrace } from './received-trace.ts';
import { StaticRecorder } from './static-recorder.ts';
import type { TraceMode } from './trace-mode.ts';

/**
 * Requests a comparison of a cell's results with its last run's; `keeps`: equal values may stay the old
 * objects; `copies`: saved copies of its values may be useful.
 */
export interface Compares {
  readonly keeps: boolean;
  readonly copies: boolean;
  /** The cells whose world the run finds, in their order; null: the world as it is. */
  readonly above: readonly CellId[] | null;
  /** Names hidden from the run. */
  readonly aside: readonly string[];
  /** Cells whose tasks must stop. */
  readonly due: readonly CellId[];
  /** Whether the agent keeps the state before the run, for an undo. */
  readonly undoable: boolean;
}

/** A run: the kernel's result, the record, and the milliseconds of each. */
export interface TracedRun {
  readonly result: RunResult;
  readonly record: ExecutionRecord;
  /** The values unchanged since the cell's last run; only after a comparison. */
  readonly same: Sameness | null;
  /** Whether the kernel has saved copies of the cell's values, for {@link TracedKernel.restore}. */
  readonly copied: boolean;
  readonly ms: { readonly run: number; readonly trace: number };
}

/** Receives writes outside of any cell: by tasks, or during the kernel's handling of this request. */
export type OnOutside = (trace: WireTrace, requestId: string) => void;

/** A kernel whose runs are recorded. */
export class TracedKernel {
  readonly client: KernelClient;
  /** Questions to the agent, between runs. */
  readonly questions: AgentQuestions;
  readonly #mode: TraceMode;
  readonly #static: StaticRecorder;
  readonly #library: PackedEffects;
  #onOutside: OnOutside | null = null;
  #stopped = false;
  /** Names the agent in the kernel, another one after each start. */
  #agent = '';
  /** The cell that has called `exit()`. */
  #leaver: CellId | null = null;
  /** The name of a cell in messages; callers with a notebook know its position. */
  label: CellLabel = (cell) => `cell ${cell}`;

  private constructor(
    client: KernelClient,
    mode: TraceMode,
    library: PackedEffects,
    recorder: StaticRecorder,
  ) {
    this.client = client;
    this.questions = new AgentQuestions(client, mode);
    this.#mode = mode;
    this.#library = library;
    this.#static = recorder;
  }

  /** Installs the agent, with its effects library; in a kernel of another language nothing. */
  static async attach(
    client: KernelClient,
    mode: TraceMode,
    recorder: StaticRecorder,
    effects: PackedEffects = loadEffectsLibrary().packed,
  ): Promise<TracedKernel> {
    const kernel = new TracedKernel(client, modeFor(client, mode), effects, recorder);
    await kernel.#install();
    return kernel;
  }

  /**
   * Continues with an agent already in the kernel. Null if it has another name, or other code has run since:
   * `ran` counts the kernel's runs (the next `In` number, less one).
   */
  static async join(
    client: KernelClient,
    { agent, ran }: { readonly agent: string; readonly ran: number },
    recorder = new StaticRecorder(),
    effects: PackedEffects = loadEffectsLibrary().packed,
  ): Promise<TracedKernel | null> {
    const kernel = new TracedKernel(client, modeFor(client, 'on'), effects, recorder);
    kernel.#agent = agent;
    if (kernel.isPlain) return kernel;
    if (!(await kernel.questions.isAgent(agent, ran))) return null;
    await kernel.#listen();
    return kernel;
  }

  /** Goes on with a kept kernel, which may be busy; `client.replay` follows. */
  static rejoin(
    client: KernelClient,
    agent: string,
    recorder: StaticRecorder,
    effects: PackedEffects,
  ): TracedKernel {
    const kernel = new TracedKernel(client, modeFor(client, 'on'), effects, recorder);
    kernel.#agent = agent;
    if (!kernel.isPlain) client.adoptComm(outsideComm(agent), OUTSIDE_COMM, kernel.#hear);
    return kernel;
  }

  /** Why nothing runs in it any more although no run has failed: a cell has called `exit()`. Null: none has. */
  get left(): KernelDied | null {
    return this.#leaver === null ? null : kernelLeft(this.#leaver, this.label);
  }

  /** Whether it runs another language than Python, so that nothing is known of its cells. */
  get isPlain(): boolean {
    return this.#mode === 'plain';
  }

  /** Knowledge of libraries, for code that has not run. */
  get library(): LibraryKnowledge {
    return this.#static.library;
  }

  /** The name of the agent in the kernel: another one after each start. */
  get agent(): string {
    return this.#agent;
  }

  /**
   * Runs a cell as execution `exec`. Errors of the cell are results; the death or shutdown of the kernel is a
   * SluiceError (3).
   */
  async run(
    exec: Exec,
    cell: CellId,
    source: string,
    request: Partial<RunRequest> & { readonly compares?: Compares } = {},
  ): Promise<TracedRun> {
    // (an ending kernel still takes requests for a moment, and answers some of them at random)
    if (this.left !== null) throw this.left;
    const started = performance.now();
    const { compares, ...rest } = request;
    const metadata = { sluice: compares ? { exec, cell, ...compares } : { exec } };
    const result = await this.client.execute({ ...rest, code: source, cellId: cell, metadata });
    const run = performance.now() - started;
    const { status, error } = result;
    if (status === 'died' || error?.name === 'KernelShutdown') {
      const why = error?.value ?? 'no reason is known';
      throw new KernelDied(cell, `the kernel died in ${this.label(cell)}: ${why}`, why);
    }
    if (result.endsKernel) this.#leaver = cell;
    if (this.#stopped) throw new SluiceError('the kernel has been stopped', 3);
    const trace = ofExecution(exec, result.replyMetadata.sluice);
    const recorded = this.#record(
      { exec, cell, source, status },
      result.requestId === '' ? { ...NO_TRACE, exec } : trace,
    );
    const world = compares && trace?.world && { above: compares.above, ...trace.world };
    const record = world ? { ...recorded, world } : recorded;
    const { same = null, copied = false, ms = 0 } = trace ?? {};
    return { result, record, same, copied, ms: { run, trace: ms } };
  }

  /**
   * Calls `listener` for writes by callbacks of widgets, and by tasks. Writes that arrive during a run may be
   * older than the run.
   */
  onOutside(listener: OnOutside): void {
    this.#onOutside = listener;
  }

  /** Interrupts the current run for good: this run and any later one is a SluiceError. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.client.interrupt();
  }

  /** Restarts the kernel and installs the agent again. */
  async restart(): Promise<void> {
    await this.client.restart();
    this.#static.restart();
    this.#leaver = null;
    await this.#install();
  }

  #record(outcome: RunOutcome, trace: WireTrace | null): ExecutionRecord {
    if (this.#mode === 'static') return this.#static.record(outcome);
    // IPython reports no event for a cell without code
    if (this.isPlain || outcome.source.trim() === '')
      return executionRecord(outcome, { ...NO_TRACE, exec: outcome.exec });
    const record = executionRecord(outcome, trace);
    return this.#mode === 'off' ? { ...record, opaque: 'not traced (--trace off)' } : record;
  }

  async #install(): Promise<void> {
    if (this.isPlain) return;
    const probes = this.#mode === 'on';
    this.#agent = nanoid();
    const cache = join(sluiceHome(), 'agent');
    const code = installCode(this.#library, { probes, name: this.#agent, cache });
    const result = await this.client.execute({ code, silent: true, storeHistory: false });
    if (result.status !== 'ok') {
      const why = result.error === null ? result.status : `${result.error.name}: ${result.error.value}`;
      throw new SluiceError(`the probes could not be installed in the kernel (${why}); try --trace off`, 3);
    }
    if (probes) await this.#listen(outsideComm(this.#agent));
  }

  readonly #hear: OnCommMessage = ({ data, parentId }) => {
    this.#onOutside?.(receivedTrace(data), parentId);
  };

  async #listen(id?: string): Promise<void> {
    await this.client.openComm(OUTSIDE_COMM, this.#hear, id === undefined ? {} : { id });
  }
}

function modeFor({ language }: KernelClient, mode: TraceMode): TraceMode {
  return isPython(language) ? mode : 'plain';
}

/** The id of the comm for writes outside of cells, which a later process knows too. */
function outsideComm(agent: string): string {
  return `outside-${agent}`;
}

/** The trace in the reply to an execution; null if there is none. */
function ofExecution(exec: Exec, sent: JsonValue | undefined): WireTrace | null {
  const trace = isJsonObject(sent) ? receivedTrace(sent) : null;
  return trace?.exec === exec ? trace : null;
}
