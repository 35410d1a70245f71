/** Runs the cells of a notebook in a given order in a new kernel, and goes on after a failure. It compares nothing. */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import { DependenceGraph, type Exec, LostNames, type RunTime } from '../../../slicer/index.ts';
import type { WorkingCopy } from '../../copies/index.ts';
import { type CodeCell, hasTag, type Notebook, type Output } from '../../documents/index.ts';
import type { RunRequest } from '../../kernel/index.ts';
import { HeadlessOutputs } from '../../live/index.ts';
import { KernelDied, type TracedKernel, type TraceMode } from '../../session/index.ts';
import type { SessionEvent } from '../../sources/index.ts';

/** The place for running notebooks. */
export interface ReproduceHost {
  copy(events: readonly SessionEvent[], options: { readonly folder: string }): Promise<WorkingCopy>;
  removeCopy(copy: WorkingCopy): Promise<void>;
  kernel(place: WorkingCopy, mode?: TraceMode): Promise<TracedKernel>;
  closeKernel(kernel: TracedKernel): Promise<void>;
  /** The memory limit of a kernel in bytes; null: it does not run on this machine. */
  readonly memory: number | null;
  /** The program that starts kernels without a network; empty: they have one. */
  readonly withoutNetwork: readonly string[];
  /** A description of the environment; null: the installed Python. */
  readonly environment: string | null;
}

/** The end of a cell. `skipped`: it did not run, because of the cell and name in `needs`. */
export interface CellRun {
  readonly cell: CodeCell;
  readonly exec: Exec | null;
  readonly status: 'ok' | 'error' | 'timeout' | 'skipped';
  readonly outputs: readonly Output[];
  /** `Type: message`. */
  readonly error: string | null;
  readonly needs: { readonly cell: string; readonly name: string | null } | null;
}

/** A notebook after a run. */
export interface NotebookRun {
  readonly cells: readonly CellRun[];
  readonly graph: DependenceGraph;
  readonly time: RunTime;
  /** The kernel's version of Python. */
  readonly python: string;
}

/** The limit of a cell's output before it is interrupted; at twice the limit, the kernel is shut down. */
const OUTPUT_BYTES = 32 * 1024 * 1024;

/** The time limit of cells, their probes, and the receiver of progress. */
interface RunLimits {
  readonly timeoutMs: number;
  readonly mode?: TraceMode;
  readonly tell?: (done: number) => void;
}

/** Runs the cells in a private copy of the folder, for at most `timeoutMs`. @throws {SluiceError} 3 when no kernel starts. */
export async function runCells(
  place: ReproduceHost,
  notebook: Notebook,
  cells: readonly CodeCell[],
  folder: string,
  { timeoutMs, mode, tell }: RunLimits,
): Promise<NotebookRun> {
  const events = cells.map(({ id, source }) => ({ type: 'run', cell: id, source }) as const);
  const copy = await place.copy(events, { folder });
  try {
    const kernel = await place.kernel(startedThrough(copy, place.withoutNetwork), mode);
    try {
      if (place.memory !== null) await limitMachine(kernel, place.memory);
      const from = new Date();
      const { runs, graph, outputs } = await runAll(kernel, cells, timeoutMs, tell);
      const shown = shownBy(outputs.saved(notebook), copy);
      return {
        cells: runs.map((run) => ({
          ...run,
          error: run.error === null ? null : copy.original(run.error),
          outputs: run.exec === null ? [] : (shown.get(run.cell.id) ?? []),
        })),
        graph,
        time: { from, until: new Date() },
        python: kernel.client.language.version,
      };
    } finally {
      await place.closeKernel(kernel);
    }
  } finally {
    await place.removeCopy(copy);
  }
}

async function runAll(
  kernel: TracedKernel,
  cells: readonly CodeCell[],
  timeoutMs: number,
  tell: RunLimits['tell'],
): Promise<{ runs: CellRun[]; graph: DependenceGraph; outputs: HeadlessOutputs }> {
  const graph = new DependenceGraph();
  const lost = new LostNames(kernel.library);
  const outputs = new HeadlessOutputs(kernel.client, () => cells.map(({ id }) => id));
  const until = performance.now() + timeoutMs;
  const runs: CellRun[] = [];
  let ended: string | null = null;
  let exec: Exec = 0;
  for (const cell of cells) {
    tell?.(runs.length);
    const { id, source } = cell;
    const none = { cell, exec: null, outputs: [], error: null };
    const needs = ended === null ? lost.neededBy(source) : { cell: ended, name: null };
    if (needs !== null) {
      runs.push({ ...none, status: 'skipped', needs });
      lost.failed(source, needs.cell, 0);
      continue;
    }
    exec += 1;
    const printed = new PrintLimit(kernel);
    try {
      const left = Math.max(1, until - performance.now());
      const request = printed.limit({ ...outputs.starting(id), timeoutMs: left });
      const { result, record } = await kernel.run(exec, id, source, request);
      graph.record(record);
      outputs.ran(id, result);
      const raised = result.error === null ? null : `${result.error.name}: ${result.error.value}`;
      const error = raised === null ? null : (printed.exceeded ?? raised);
      if (result.timedOut || result.endsKernel) ended = id;
      const status = result.timedOut ? 'timeout' : error === null ? 'ok' : 'error';
      runs.push({ ...none, exec, status, error, needs: null });
      const done = record.statements.find(({ failed }) => failed)?.ordinal ?? null;
      // a cell that may fail, or failed in the stored run, does not stop the cells below
      if (error === null || failedBefore(cell) || hasTag(cell, 'raises-exception')) lost.ran(source);
      else lost.failed(source, id, done);
    } catch (error) {
      if (!(error instanceof KernelDied)) throw error;
      const status = performance.now() >= until ? 'timeout' : 'error';
      runs.push({
        ...none,
        exec,
        status,
        error: printed.exceeded ?? `KernelDied: ${error.why}`,
        needs: null,
      });
      ended = id;
    }
  }
  return { runs, graph, outputs };
}

function failedBefore({ outputs }: CodeCell): boolean {
  return outputs.some(({ output_type }) => output_type === 'error');
}

/** Ends a cell with endless output. */
class PrintLimit {
  readonly #kernel: TracedKernel;
  #bytes = 0;

  constructor(kernel: TracedKernel) {
    this.#kernel = kernel;
  }

  /** The violation, as an error; null if there is none. */
  get exceeded(): string | null {
    const size = `${OUTPUT_BYTES / 1024 / 1024} MB`;
    return this.#bytes > OUTPUT_BYTES ? `OutputLimit: the cell showed more than ${size}` : null;
  }

  limit(request: Partial<RunRequest>): Partial<RunRequest> {
    return {
      ...request,
      onOutput: (message, fold) => {
        request.onOutput?.(message, fold);
        const before = this.#bytes;
        const { length } = message.msg_type === 'stream' ? message.content.text : JSON.stringify(message);
        this.#bytes += length;
        if (this.#bytes > 2 * OUTPUT_BYTES) void this.#kernel.client.shutdown().catch(() => {});
        else if (this.#bytes > OUTPUT_BYTES && before <= OUTPUT_BYTES) {
          void this.#kernel.client.interrupt().catch(() => {});
        }
      },
    };
  }
}

function startedThrough(copy: WorkingCopy, outer: readonly string[]): WorkingCopy {
  return outer.length === 0 ? copy : { ...copy, through: [...outer, ...(copy.through ?? [])] };
}

/** The outputs of cells, with the folder's paths in place of the copy's. */
function shownBy(saved: Notebook, copy: WorkingCopy): ReadonlyMap<string, readonly Output[]> {
  return new Map(
    saved.cells.flatMap((cell) => {
      if (cell.type !== 'code') return [];
      const text = copy.original(JSON.stringify(cell.outputs));
      return [[cell.id, JSON.parse(text) as readonly Output[]] as const];
    }),
  );
}

const LIMITS = join(findPackageRoot(), 'runtime', 'research', 'reproduce', 'limits.py');

/**
 * Limits the kernel: an allocation above the limit raises MemoryError in the cell, and one process too many
 * raises OSError; neither endangers the machine.
 */
async function limitMachine(kernel: TracedKernel, bytes: number): Promise<void> {
  const text = JSON.stringify(readPlainText(LIMITS, MOST_OF_SETTINGS));
  const code = `(lambda scope: (exec(${text}, scope), scope['limit'](${Math.floor(bytes)})))({})`;
  await kernel.client.execute({ code, silent: true, storeHistory: false });
}
