/** Runs the cells of a notebook in a given order in a new kernel, and goes on after a failure. It compares nothing. */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { DependenceGraph, type Exec, LostNames, type RunTime } from '../../slicer/index.ts';
import type { WorkingCopy } from '../copies/index.ts';
import { type CodeCell, hasTag, type Notebook, type Output } from '../documents/index.ts';
import type { RunRequest } from '../kernel/index.ts';
import { HeadlessOutputs } from '../live/index.ts';
import { KernelDied, type TracedKernel, type TraceMode } from '../session/index.ts';
import type { SessionEvent } from '../sources/index.ts';

/** Where notebooks run. */
export interface ReproducePlace {
  copy(events: readonly SessionEvent[], options: { readonly folder: string }): Promise<WorkingCopy>;
  removeCopy(copy: WorkingCopy): Promise<void>;
  kernel(place: WorkingCopy, mode?: TraceMode): Promise<TracedKernel>;
  closeKernel(kernel: TracedKernel): Promise<void>;
  /** Bytes that a kernel may have; null: it does not run on this machine. */
  readonly memory: number | null;
  /** What kernels are started through, so that they have no network; none: they have it. */
  readonly withoutNetwork: readonly string[];
  /** What runs the cells, in a phrase; null: the Python that there is. */
  readonly environment: string | null;
}

/** How a cell ended. `skipped`: it did not run, because of the cell and name in `needs`. */
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

/** What a cell may print before it is interrupted; twice as much, and the kernel is shut down. */
const OUTPUT_BYTES = 32 * 1024 * 1024;

/** How long cells may run, with which probes, and who hears how many have ended. */
interface RunLimits {
  readonly timeoutMs: number;
  readonly mode?: TraceMode;
  readonly tell?: (done: number) => void;
}

/** Runs the cells in a private copy of the folder, for at most `timeoutMs`. @throws {SluiceError} 3 when no kernel starts. */
export async function runCells(
  place: ReproducePlace,
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
      // where it may fail, or had when it was saved, the cells below it run all the same
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

/** Ends a cell that prints without end. */
class PrintLimit {
  readonly #kernel: TracedKernel;
  #bytes = 0;

  constructor(kernel: TracedKernel) {
    this.#kernel = kernel;
  }

  /** What happened, as an error; null while there is nothing wrong. */
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

/** What cells show, with paths of the copy as those of the folder. */
function shownBy(saved: Notebook, copy: WorkingCopy): ReadonlyMap<string, readonly Output[]> {
  return new Map(
    saved.cells.flatMap((cell) => {
      if (cell.type !== 'code') return [];
      const text = copy.original(JSON.stringify(cell.outputs));
      return [[cell.id, JSON.parse(text) as readonly Output[]] as const];
    }),
  );
}

const LIMITS = join(findPackageRoot(), 'runtime', 'reproduce', 'limits.py');

/** An allocation above the limit is a MemoryError in the cell, a process too many an OSError, and neither is a danger to the machine. */
async function limitMachine(kernel: TracedKernel, bytes: number): Promise<void> {
  const text = JSON.stringify(readPlainText(LIMITS, MOST_OF_SETTINGS));
  const code = `(lambda scope: (exec(${text}, scope), scope['limit'](${Math.floor(bytes)})))({})`;
  await kernel.client.execute({ code, silent: true, storeHistory: false });
}
