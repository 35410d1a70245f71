/** Writes the session log of an open notebook: texts, runs, and the operations that the core cannot infer. It starts no kernel. */

import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { libraryBeside } from '../../../instrument/index.ts';
import {
  type CellId,
  type CoreAction,
  type CoreOperation,
  type CoreState,
  type Exec,
  type LibraryKnowledge,
  type OutsideWrites,
  sameOrder,
} from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { TracedKernel, TracedRun } from '../../session/index.ts';
import { outputsSize } from '../pages/clip-outputs.ts';
import type { Branch } from '../variants/branch.ts';
import { ArrangedOrder } from './arranged-order.ts';
import type { KnownKernel, LogEntry, LoggedRun } from './log-entries.ts';
import { type RestoredSession, restoredSession } from './log-fold.ts';
import { branchCleared, branchSignature, loggedBranch } from './logged-branch.ts';
import { loggedRecord } from './logged-record.ts';
import type { KeptRun } from './run-history.ts';
import { runSignature } from './run-signature.ts';
import { SessionLog } from './session-log.ts';

/** The limit of logged outputs of a run, in characters. */
const OUTPUT_LENGTH = 200_000;

/** Stands in place of an error's text. */
const UNTOLD = { value: '', traceback: [] };

/** Writes the operations on an open notebook to its log. */
export class LoggedSession {
  readonly restored: RestoredSession | null;
  readonly #log: SessionLog | null;
  readonly #library: LibraryKnowledge;
  #cells: Extract<CoreOperation, { type: 'cells' }> | null = null;
  #order: readonly CellId[] = [];
  readonly #arranged = new ArrangedOrder();
  #sources = new Map<CellId, string>();
  #kernel: LogEntry | null = null;
  #run: LoggedRun | null = null;
  /** The cells noted as waiting, and a note that waits for the next start of a run. */
  #waiting = new Set<CellId>();
  #requested: Extract<LogEntry, { type: 'requested' }> | null = null;
  /** Cells whose outputs were cleared since they ran. */
  readonly #cleared = new Set<CellId>();
  #next: Extract<CoreAction, { type: 'execute' }> | null = null;
  #shownVariant: number | null = null;

  /** Opens the log of a notebook. `isKept`: false for a notebook without a log. */
  constructor(notebook: string, isKept: boolean) {
    this.#library = libraryBeside(dirname(notebook));
    const opened = isKept ? SessionLog.open(notebook) : null;
    this.#log = opened?.log ?? null;
    this.restored = opened === null || opened.entries.length === 0 ? null : this.#restore(opened.entries);
  }

  /** The file of a damaged log; null: it was intact. */
  get damaged(): string | null {
    return this.#log?.damaged ?? null;
  }

  /** The state from the entries of a log; null: the log is inconsistent. */
  #restore(entries: readonly LogEntry[]): RestoredSession | null {
    try {
      const restored = restoredSession(entries, this.#library);
      for (const entry of entries) if (entry.type === 'cells') this.#keep(entry);
      this.#shownVariant = restored.branch?.shown ?? null;
      return restored;
    } catch {
      this.#log?.distrust();
      return null;
    }
  }

  /** Notes that the notebook and its log have a new name. */
  moved(notebook: string): void {
    this.#log?.moved(notebook);
  }

  /** Notes a new kernel, before its runs. `server` as in {@link KnownKernel}. */
  startedKernel({ client, agent, isPlain }: TracedKernel, server: string | null): void {
    const { name, version: python } = client.language;
    const other = isPlain ? { language: name } : {};
    this.#kernel = { type: 'kernel', id: client.id, server, agent, python, ...other };
  }

  /** Notes an operation. If it leads to a run, {@link starting} and {@link ran} note the run. */
  applied(operation: CoreOperation, actions: readonly CoreAction[], state: CoreState): void {
    if (operation.type === 'cells') this.#noteCells(operation);
    const entry = this.#entryOf(operation);
    if (entry !== null) this.#append(entry);
    const order = this.#arranged.after(operation, state);
    if (order !== null) this.#append({ type: 'arranged', order });
    this.#noteWaiting(state);
    if (operation.type === 'ran') {
      for (const writes of operation.outside ?? []) this.#append(outsideEntry(writes));
    }
    for (const action of actions) if (action.type === 'execute') this.#next = action;
  }

  /** Notes that the planned run goes to the kernel now. */
  starting(request: string, at: number): void {
    if (this.#next === null) return;
    const { exec, cell, source, above } = this.#next;
    this.#append({ type: 'start', exec, cell, source, above, request, at });
    this.#waiting.delete(cell);
    this.#next = null;
  }

  /** Notes the result of a run, before the operation for it. `at`: its start, in milliseconds since 1970. */
  ran(run: TracedRun, at: number): void {
    const { status, executionCount: count, error, requestId: request } = run.result;
    const outputs = keptOutputs(run.result.outputs);
    this.#cleared.delete(run.record.cell);
    this.#run = { status, count, outputs, error, request, at, ms: run.ms.run };
  }

  /** Notes that the person has cleared the outputs of cells, and drops their logged outputs. */
  cleared(cells: readonly CellId[]): void {
    for (const cell of cells) this.#cleared.add(cell);
    this.#log?.revise((entry) => {
      if (entry.type === 'variants' && entry.branch !== null && this.#shownVariant !== null)
        return variantsEntry(branchCleared(entry.branch, cells, this.#shownVariant));
      if (entry.type !== 'ran' || !cells.includes(entry.record.cell)) return entry;
      const { error } = entry.run;
      return { ...entry, run: { ...entry.run, outputs: null, error: error && { ...error, ...UNTOLD } } };
    });
  }

  /** Notes the outputs of restored copies, before the operation for their run. */
  putBack({ cell, error, outputs, at, ms }: KeptRun): void {
    const shown = outputs === null || this.#cleared.has(cell) ? null : keptOutputs(outputs);
    this.#run = { status: 'ok', count: null, outputs: shown, error, request: '', at, ms, restored: true };
  }

  /** Notes that a stored run stands for the planned run, before the operation for it. */
  resumed({ cell, count, error, outputs, at, ms, stored }: Omit<KeptRun, 'restarted'>): void {
    const request = randomUUID();
    this.starting(request, at);
    this.#cleared.delete(cell);
    const kept = outputs && keptOutputs(outputs);
    this.#run = { status: 'ok', count, outputs: kept, error, request, at, ms, ...(stored ? { stored } : {}) };
  }

  /** Notes the undo or redo of runs. */
  undid(way: 'undo' | 'redo', execs: readonly Exec[]): void {
    this.#append({ type: way, execs });
  }

  /** Notes the variants; null: there are none any more. */
  branched(branch: Branch | null): void {
    this.#shownVariant = branch?.shown ?? null;
    this.#append(variantsEntry(branch && loggedBranch(branch)));
  }

  #entryOf(operation: CoreOperation): LogEntry | null {
    switch (operation.type) {
      case 'ran': {
        const { record, same } = operation;
        if (this.#run === null) return null;
        const signature = runSignature(record.cell, record.source, this.#run.outputs);
        return { type: 'ran', record: loggedRecord(record), same, run: this.#run, signature };
      }
      case 'outside':
        return outsideEntry(operation.writes);
      case 'mode':
      case 'order-mode':
      case 'restarted':
      case 'freeze':
      case 'expensive':
        return operation;
      case 'died':
        return { type: 'died', reason: operation.reason };
      default:
        return null;
    }
  }

  /** Notes the cells that are to run after the running one, when others have been requested. */
  #noteWaiting({ plan, running }: CoreState): void {
    const waiting = plan === null ? [] : [...plan.alone, ...plan.requested];
    const known = this.#waiting;
    if (waiting.length === 0 ? known.size === 0 : waiting.every((cell) => known.has(cell))) return;
    this.#waiting = new Set(waiting);
    this.#requested = { type: 'requested', cells: waiting };
    if (running !== null && this.#kernel === null) this.#appendRequested();
  }

  #appendRequested(): void {
    if (this.#requested !== null) this.#log?.append(this.#requested);
    this.#requested = null;
  }

  /** Notes texts when an operation uses them; but deleted cells are forgotten at once, even if they come back. */
  #noteCells(operation: Extract<CoreOperation, { type: 'cells' }>): void {
    this.#cells = operation;
    if (this.#order.some((cell) => !operation.sources.has(cell))) this.#appendCells();
  }

  #append(entry: LogEntry): void {
    if (this.#log === null) return;
    this.#appendCells();
    // a kernel in which nothing has run is not worth joining
    if (entry.type === 'start' && this.#kernel !== null) {
      this.#log.append(this.#kernel);
      this.#kernel = null;
      // entries before it may be condensed
      this.#arranged.forget();
    }
    if (entry.type === 'start') this.#appendRequested();
    this.#log.append(entry);
  }

  #appendCells(): void {
    if (this.#cells === null) return;
    const { order, sources } = this.#cells;
    this.#cells = null;
    const isMoved = !sameOrder(order, this.#order);
    const changed = [...sources].filter(([cell, source]) => this.#sources.get(cell) !== source);
    if (!isMoved && changed.length === 0) return;
    const cells = { order: isMoved ? order : null, sources: Object.fromEntries(changed) };
    this.#keep(cells);
    this.#log?.append({ type: 'cells', ...cells });
  }

  #keep({ order, sources }: Pick<Extract<LogEntry, { type: 'cells' }>, 'order' | 'sources'>): void {
    this.#order = order ?? this.#order;
    for (const [cell, source] of Object.entries(sources)) this.#sources.set(cell, source);
  }
}

function keptOutputs(outputs: readonly Output[]): readonly Output[] | null {
  return outputsSize(outputs) <= OUTPUT_LENGTH ? outputs : null;
}

function variantsEntry(branch: Branch | null): LogEntry {
  return { type: 'variants', branch, signature: branchSignature(branch) };
}

function outsideEntry(writes: OutsideWrites): LogEntry {
  return { type: 'outside', writes: { ...writes, record: loggedRecord(writes.record) } };
}
