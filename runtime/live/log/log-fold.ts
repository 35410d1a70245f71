/**
 * Folds a session log into the notebook's former state: the state of the core, the results of executions, and their kernel. It joins no
 * kernel.
 */

import { shippedLibrary } from '../../../instrument/index.ts';
import {
  type CellId,
  type CoreMode,
  type CoreOperation,
  type CoreState,
  type Exec,
  emptyCore,
  replayCore,
} from '../../../slicer/index.ts';
import { KEPT } from '../../kernel/index.ts';
import type { Branch } from '../variants/branch.ts';
import type { KnownKernel, LogEntry } from './log-entries.ts';
import { isSignedBranch } from './logged-branch.ts';
import { recordOf } from './logged-record.ts';
import type { KeptRun } from './run-history.ts';
import { isSignedRun } from './run-signature.ts';
import { undoneIn } from './undone-entries.ts';

/** The state restored from a log. */
export interface RestoredSession {
  /**
   * The state when the kernel was left, before the run in progress; if that run is lost, no cell counts as
   * run.
   */
  readonly core: CoreState;
  /** The operations behind this state, also of undone runs. */
  readonly operations: readonly CoreOperation[];
  readonly runs: readonly KeptRun[];
  readonly undone: ReadonlySet<Exec>;
  /** The cell of each request to the kernel. */
  readonly requests: ReadonlyMap<string, CellId>;
  readonly kernel: KnownKernel | null;
  /** The cells that waited to run. */
  readonly requested: readonly CellId[];
  /** The variants, if this person's Sluice wrote them. */
  readonly branch: Branch | null;
}

/** Folds a log. */
export function restoredSession(entries: readonly LogEntry[], library = shippedLibrary()): RestoredSession {
  const undone = undoneIn(entries);
  const fold = new LogFold(undone);
  for (const entry of entries) fold.take(entry);
  fold.leave();
  const { operations, runs, requests, kernel, mode, branch } = fold;
  const requested = kernel?.server === KEPT ? [...fold.waiting] : [];
  const core = replayCore(emptyCore(library, mode), operations, undone);
  return { core, operations, runs, undone, requests, kernel, requested, branch };
}

class LogFold {
  readonly operations: CoreOperation[] = [];
  readonly runs: KeptRun[] = [];
  readonly requests = new Map<string, CellId>();
  readonly waiting = new Set<CellId>();
  kernel: KnownKernel | null = null;
  mode: CoreMode = 'reactive';
  branch: Branch | null = null;
  #running: Extract<LogEntry, { type: 'start' }> | null = null;
  #restarted = false;
  #order: readonly CellId[] = [];
  readonly #sources = new Map<CellId, string>();
  readonly #undone: ReadonlySet<Exec>;

  constructor(undone: ReadonlySet<Exec>) {
    this.#undone = undone;
  }

  take(entry: LogEntry): void {
    switch (entry.type) {
      case 'kernel': {
        const { type: _, ...kernel } = entry;
        this.kernel = { ...kernel, ran: 0 };
        this.waiting.clear();
        break;
      }
      case 'cells':
        this.#takeCells(entry);
        break;
      case 'start':
        this.#running = entry;
        this.waiting.delete(entry.cell);
        break;
      case 'requested':
        this.waiting.clear();
        for (const cell of entry.cells) this.waiting.add(cell);
        break;
      case 'ran':
        this.#takeRun(entry);
        break;
      case 'restarted':
      case 'died':
        this.lose();
        this.waiting.clear();
        this.kernel = null;
        this.#restarted = this.runs.length > 0;
        if (entry.type === 'restarted') this.operations.push(entry);
        break;
      case 'mode':
        this.mode = entry.mode;
        break;
      case 'order-mode':
      case 'arranged':
      case 'freeze':
      case 'expensive':
        this.operations.push(entry);
        break;
      case 'outside':
        this.operations.push({
          type: 'outside',
          writes: { ...entry.writes, record: recordOf(entry.writes.record) },
        });
        break;
      case 'variants':
        this.branch = isSignedBranch(entry.branch, entry.signature) ? entry.branch : null;
        break;
      case 'undo':
      case 'redo':
      case 'session':
        break;
    }
  }

  /** The notebook leaves its kernel. A kept kernel goes on with a run in progress; of other kernels nobody knows the end of the run. */
  leave(): void {
    if (this.#running === null) return;
    const { exec, cell, source, above = null, request, at } = this.#running;
    if (this.kernel?.server === KEPT && request !== undefined && at !== undefined) {
      this.kernel = { ...this.kernel, running: { exec, cell, source, above, request, at } };
    } else this.lose();
  }

  /**
   * Drops a run in progress whose end was not observed. It may have changed anything, so the kernel's content
   * is unknown.
   */
  lose(): void {
    if (this.#running === null) return;
    if (this.kernel !== null) this.kernel = { ...this.kernel, ran: this.kernel.ran + 1 };
    this.#running = null;
    this.#restarted = this.runs.length > 0;
    this.operations.push({ type: 'restarted' });
  }

  #takeCells({ order, sources }: Extract<LogEntry, { type: 'cells' }>): void {
    this.#order = order ?? this.#order;
    for (const [cell, source] of Object.entries(sources)) this.#sources.set(cell, source);
    const operation = {
      type: 'cells',
      order: this.#order,
      sources: new Map(this.#sources),
      settles: false,
    } as const;
    this.operations.push(operation);
  }

  #takeRun({ record: logged, same, run, signature }: Extract<LogEntry, { type: 'ran' }>): void {
    const record = recordOf(logged);
    const { exec, cell, status } = record;
    const { at, ms, error, outputs, count, request, restored, stored } = run;
    this.#running = null;
    const marks = {
      ...(restored ? { restored } : {}),
      ...(stored ? { stored } : {}),
      ...(isSignedRun(signature, cell, record.source, outputs) ? {} : { foreign: true as const }),
      ...(this.#undone.has(exec) ? { undone: { source: record.source } } : {}),
    };
    this.runs.push({
      exec,
      cell,
      count,
      at,
      ms,
      status,
      error,
      outputs,
      restarted: this.#restarted,
      ...marks,
    });
    this.#restarted = false;
    this.requests.set(request, cell);
    if (this.kernel !== null) this.kernel = { ...this.kernel, ran: count ?? this.kernel.ran };
    this.operations.push({ type: 'ran', record, same, ms });
  }
}
