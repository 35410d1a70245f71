/**
 * A session: the present cells, the log of events, and the graph and freshness folded from it. It runs cells
 * in a traced kernel and reports facts; it does not read files or print.
 */

import { outsideWrites, type WireTrace } from '../../instrument/index.ts';
import {
  type CellId,
  DependenceGraph,
  type Exec,
  Freshness,
  NO_WISHES,
  type NotebookStatus,
  type OrderMode,
  planFor,
  previewPlan,
  Settlement,
  sliceExecution,
} from '../../slicer/index.ts';
import type { RunRequest } from '../kernel/index.ts';
import { orderAfter, type SessionEvent } from '../sources/index.ts';
import { CellLiveness } from './cell-liveness.ts';
import type { TracedKernel, TracedRun } from './traced-kernel.ts';
import { UnseenFiles } from './unseen-files.ts';

/** The result of an event. `run` is null for events without a run. */
export interface EventOutcome {
  readonly event: SessionEvent;
  readonly exec: Exec | null;
  readonly run: TracedRun | null;
  readonly status: NotebookStatus;
  /** Milliseconds for folding the trace and recomputing statuses. */
  readonly analysisMs: number;
}

/** A live session over one kernel. */
export class Session {
  readonly graph = new DependenceGraph();
  readonly kernel: TracedKernel;
  readonly #freshness: Freshness;
  readonly #liveness: CellLiveness;
  /** In notebook order: the cells that reactive mode would run. In any order, freshness has them. */
  readonly #settlement: Settlement | null;
  readonly #sources = new Map<CellId, string>();
  readonly #runs = new Map<Exec, TracedRun>();
  readonly #files = new UnseenFiles();
  readonly #firstSeen = new Map<string, Exec>();
  /** Writes of tasks since the last run, not folded yet. */
  #ahead: WireTrace[] = [];
  #order: readonly CellId[] = [];
  #exec = 0;

  constructor(kernel: TracedKernel, mode: OrderMode = 'in-order') {
    const { library } = kernel;
    this.kernel = kernel;
    this.#liveness = new CellLiveness(library);
    this.#freshness = new Freshness(this.graph, mode);
    this.#settlement = mode === 'in-order' ? new Settlement(this.graph, library) : null;
    kernel.onOutside((trace) => this.#goOn(trace));
  }

  /** The number of the last execution. */
  get executions(): Exec {
    return this.#exec;
  }

  /** The cells in notebook order. */
  get order(): readonly CellId[] {
    return this.#order;
  }

  /** The name of a cell for people; subclasses with a notebook know its position. */
  nameOf(cell: CellId): string {
    return cell;
  }

  /** The results of an execution; undefined: dropped. */
  runOf(exec: Exec): TracedRun | undefined {
    return this.#runs.get(exec);
  }

  /** Drops the results of an execution. Its reads and writes stay in the graph. */
  forget(exec: Exec): void {
    this.#runs.delete(exec);
  }

  /** Whether an object has been read or written by earlier executions than this one. */
  isKnownBefore(exec: Exec, object: string): boolean {
    return (this.#firstSeen.get(this.graph.scopedAt(object, exec)) ?? exec) < exec;
  }

  /** Applies one event; a `run` runs its cell. Throws a SluiceError (3) when the kernel dies. */
  async apply(event: SessionEvent, request: Partial<RunRequest> = {}): Promise<EventOutcome> {
    this.#order = orderAfter(this.#order, event);
    let run: TracedRun | null = null;
    switch (event.type) {
      case 'run':
        this.#sources.set(event.cell, event.source);
        run = await this.#run(event.cell, event.source, request);
        break;
      case 'edit':
        this.#sources.set(event.cell, event.source);
        break;
      case 'delete':
        this.#sources.delete(event.cell);
        break;
      case 'restart':
        await this.kernel.restart();
        if (this.#settlement) this.#settlement.restart();
        else this.graph.restart();
        this.#freshness.restart();
        this.#liveness.restart();
        break;
      case 'order':
        break;
    }
    const started = performance.now();
    this.#freshness.arrange(this.#order);
    if (run) this.#fold(run);
    const status = this.#freshness.status({
      sources: this.#sources,
      namesOf: (source) => this.#liveness.namesOf(source),
    });
    await this.#lookAtFiles();
    const reactive = this.#reactive() ?? status.reactive;
    const exec = run ? this.#exec : null;
    const now = { ...this.#withChangedFiles(status), reactive };
    return { event, exec, run, status: now, analysisMs: performance.now() - started };
  }

  async #lookAtFiles(): Promise<void> {
    const settlement = this.#settlement;
    if (settlement === null) return;
    settlement.update(this.#order, this.#sources);
    settlement.setUnseen(await this.#files.look(settlement.foundPaths()));
  }

  /**
   * Adds the effects of changed files: a cell that found a file, changed since by another program, has new
   * inputs; readers of the cell are stale.
   */
  #withChangedFiles(status: NotebookStatus): NotebookStatus {
    const executions = this.#order.flatMap((cell) => this.#settlement?.execution(cell) ?? []);
    const changed = executions.filter((each) => (this.#settlement?.changedOutside(each).length ?? 0) > 0);
    if (changed.length === 0) return status;
    const users = new Set(
      changed.flatMap(({ exec }) =>
        sliceExecution(this.graph, exec, 'forward', 'cell').executions.filter((other) => other !== exec),
      ),
    );
    const cellsOf = (all: typeof executions) => all.map(({ cell }) => cell);
    const stale = new Set([...status.stale, ...cellsOf(executions.filter(({ exec }) => users.has(exec)))]);
    const fresh = new Set([...status.fresh, ...cellsOf(changed)].filter((cell) => !stale.has(cell)));
    return {
      ...status,
      stale: this.#order.filter((cell) => stale.has(cell)),
      fresh: this.#order.filter((cell) => fresh.has(cell)),
      refreshers: status.refreshers.filter((cell) => !stale.has(cell)),
    };
  }

  /** The cells that have run and are out of date, with the cells that must run for them; null in any order. */
  #reactive(): readonly CellId[] | null {
    const settlement = this.#settlement;
    if (!settlement) return null;
    settlement.update(this.#order, this.#sources);
    const standings = settlement.standings();
    const edited = this.#order.filter((cell) => standings.get(cell)?.type === 'edited');
    return previewPlan(settlement, standings, planFor(edited), NO_WISHES, (cell) => `cell ${cell}`);
  }

  async #run(cell: CellId, source: string, request: Partial<RunRequest>): Promise<TracedRun> {
    this.#exec += 1;
    const run = await this.kernel.run(this.#exec, cell, source, request);
    this.#runs.set(this.#exec, run);
    return run;
  }

  /** Takes writes of tasks since the last run, as part of this run. */
  #goOn(trace: WireTrace): void {
    const { exec, startedBy, instrumented } = trace;
    if (startedBy === undefined || !instrumented) return;
    const last = this.graph.execution(exec);
    if (last === undefined) this.#ahead.push(trace);
    if (last === undefined || !this.graph.mayGoOn(exec)) return;
    const more = outsideWrites(last.cell, trace).record;
    if (this.#settlement) this.#settlement.goOn(exec, more);
    else this.graph.goOn(exec, more);
  }

  #fold(run: TracedRun): void {
    this.#settlement?.update(this.#order, this.#sources);
    if (this.#settlement) this.#settlement.record(run.record);
    else this.graph.record(run.record);
    this.#freshness.record(run.record);
    this.#liveness.ran(run.record.source);
    for (const { reads, writes } of run.record.statements) {
      for (const { object } of [...reads, ...writes]) {
        const scoped = this.graph.scoped(object);
        if (!this.#firstSeen.has(scoped)) this.#firstSeen.set(scoped, run.record.exec);
      }
    }
    for (const trace of this.#ahead.splice(0)) this.#goOn(trace);
  }
}
