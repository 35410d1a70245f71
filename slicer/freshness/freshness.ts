/**
 * Cells with other outputs in a run of the notebook: stale, fresh and refresher cells, and the
 * next cells of reactive mode (Macke et al. 2021, section 3). Nothing runs here. Each event marks possibly affected
 * cells, and only marked cells are judged again.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import { GLOBALS, type Location, WHOLE } from '../records/location.ts';
import { type CellInputs, type CellNames, cellInputs } from './cell-inputs.ts';
import { OutdatedStatements } from './outdated-statements.ts';
import { reactivePlan } from './reactive-plan.ts';
import { Readers } from './readers.ts';
import { type OrderMode, Visibility } from './visibility.ts';
import { WriteHistory } from './write-history.ts';

/** The present texts of the cells. */
export interface NotebookView {
  readonly sources: ReadonlyMap<CellId, string>;
  /** Static analysis of an unrun source; the same object while nothing has changed. */
  readonly namesOf: (source: string) => CellNames;
}

/** The state of the notebook after an event; each list in notebook order, but the plan has readers behind writers. */
export interface NotebookStatus {
  readonly stale: readonly CellId[];
  readonly fresh: readonly CellId[];
  readonly refreshers: readonly CellId[];
  readonly reactive: readonly CellId[];
}

/** The judgement of a cell; `staleNames` are global names with an out-of-date value among its reads. */
interface Verdict {
  readonly stale: boolean;
  readonly fresh: boolean;
  readonly staleNames: readonly string[];
}

/** Follows executions and orders, and answers for a view of the notebook. */
export class Freshness {
  readonly #graph: DependenceGraph;
  readonly #visibility: Visibility;
  readonly #history = new WriteHistory();
  readonly #outdated: OutdatedStatements;
  readonly #readers = new Readers();
  readonly #verdicts = new Map<CellId, Verdict>();
  /** Cells to judge again. */
  readonly #affected = new Set<CellId>();
  /** Cells whose names may stand for other objects than before. */
  readonly #renamed = new Set<CellId>();
  readonly #everRun = new Set<CellId>();
  readonly #lastRun = new Map<CellId, Exec>();
  readonly #objects = new Map<string, string>();

  constructor(graph: DependenceGraph, mode: OrderMode) {
    this.#graph = graph;
    this.#visibility = new Visibility(mode);
    this.#outdated = new OutdatedStatements(graph, this.#history, this.#visibility);
  }

  /** Sets the order of cells, before runs in this order are recorded. */
  arrange(order: readonly CellId[]): void {
    if (order === this.#visibility.order) return;
    const before = this.#visibility.order;
    const rebuild = this.#visibility.arrange(order, this.#everRun);
    if (rebuild) this.#outdated.rebuild();
    // new cells at the end change nothing for the cells above
    if (rebuild || before.some((cell, position) => cell !== order[position])) this.#affectAll();
    const there = new Set(order);
    for (const cell of before) {
      if (there.has(cell)) continue;
      this.#readers.delete(cell);
      this.#verdicts.delete(cell);
      this.#affected.delete(cell);
    }
  }

  /** Takes an execution from the graph. */
  record(execution: ExecutionRecord): void {
    const { exec, cell } = execution;
    this.#lastRun.set(cell, exec);
    this.#everRun.add(cell);
    for (const [token, name] of execution.symbols) this.#nameObject(name, this.#graph.scoped(token));
    this.#outdated.add(exec);
    const { first } = this.#graph.rangeOf(exec);
    execution.statements.forEach(({ writes }, position) => {
      for (const { object, field } of writes) {
        const location = { object: this.#graph.scoped(object), field };
        this.#history.add(location, cell, first + position);
        this.#affectReaders(location);
        this.#outdated.write(location, cell, (index) => this.#affectUsers(index));
      }
    });
    if (execution.opaque !== null) this.#affectAll();
    for (const object of execution.closed) this.#affectReaders({ object, field: WHOLE });
  }

  /** The kernel was restarted: no cell has run in the new one. */
  restart(): void {
    this.#history.restart();
    this.#lastRun.clear();
    this.#objects.clear();
    this.#outdated.rebuild();
    for (const cell of this.#readers.cells()) this.#renamed.add(cell);
    this.#affectAll();
  }

  /** The state of every cell of the notebook. */
  status(view: NotebookView): NotebookStatus {
    const { order } = this.#visibility;
    const cells = order.map((cell) => this.#standing(cell, view));
    for (const cell of this.#affected) this.#judge(cell);
    this.#affected.clear();
    const stale = order.filter((cell) => this.#verdicts.get(cell)?.stale);
    const fresh = order.filter((cell) => this.#verdicts.get(cell)?.fresh);
    const refreshing = this.#refreshers(stale);
    const seeds = cells.filter(
      ({ cell, exec, names }) => this.#verdicts.get(cell)?.fresh || (exec !== null && names !== null),
    );
    return {
      stale,
      fresh,
      refreshers: order.filter((cell) => refreshing.has(cell) && !this.#verdicts.get(cell)?.stale),
      reactive: reactivePlan(seeds, this.#readers, this.#visibility),
    };
  }

  /** A cell's present inputs, derived again if their sources have changed. */
  #standing(cell: CellId, view: NotebookView): CellInputs {
    const exec = this.#lastRun.get(cell) ?? null;
    const source = view.sources.get(cell) ?? '';
    const known = this.#readers.get(cell);
    const same = known?.exec === exec && known.source === source;
    const observed = same ? known.names === null : this.#wasObserved(exec, source);
    const names = observed ? null : view.namesOf(source);
    const renamed = this.#renamed.delete(cell);
    if (same && known.names === names && !renamed) return known;
    const inputs = cellInputs({ cell, exec, source, names }, this.#graph, this.#objects);
    this.#readers.set(inputs);
    this.#affected.add(cell);
    return inputs;
  }

  #wasObserved(exec: Exec | null, source: string): boolean {
    const execution = exec === null ? undefined : this.#graph.execution(exec);
    return execution?.source === source && execution.opaque === null;
  }

  /** Stale: a run would read an out-of-date value. Fresh: one of its reads was written since its run. */
  #judge(cell: CellId): void {
    const inputs = this.#readers.get(cell);
    if (!inputs) return;
    const outdated = inputs.reads.filter((read) => this.#isOutdated(read, cell));
    const stale = outdated.length > 0;
    const fresh = !stale && this.#hasNewInputs(inputs);
    const staleNames = outdated.filter(({ object }) => object === GLOBALS).map(({ field }) => field);
    this.#verdicts.set(cell, { stale, fresh, staleNames });
  }

  /** Whether a visible other cell made the value at a location, and the value is out of date. */
  #isOutdated(location: Location, cell: CellId): boolean {
    let found = false;
    this.#graph.forEachWriter(location, (index) => {
      if (found || !this.#outdated.has(index)) return;
      const writer = this.#graph.cellOf(index);
      found = writer !== cell && this.#visibility.sees(cell, writer);
    });
    return found;
  }

  #hasNewInputs({ cell, exec, reads }: CellInputs): boolean {
    if (exec === null) return false;
    const { end } = this.#graph.rangeOf(exec);
    return reads.some((read) => this.#history.hasChanged(read, cell, end, this.#visibility));
  }

  /** Cells that overwrite an out-of-date value of a stale cell. */
  #refreshers(stale: readonly CellId[]): ReadonlySet<CellId> {
    const wanted = new Set(stale.flatMap((cell) => this.#verdicts.get(cell)?.staleNames ?? []));
    const found = new Set<CellId>();
    for (const name of wanted) for (const cell of this.#readers.cellsThatOverwrite(name)) found.add(cell);
    return found;
  }

  #nameObject(name: string, object: string): void {
    if (this.#objects.get(name) === object) return;
    this.#objects.set(name, object);
    this.#readers.forEachReader({ object: GLOBALS, field: name }, ({ cell, names }) => {
      if (names !== null) this.#renamed.add(cell);
    });
  }

  /** Marks the possible readers of a statement's writes; all cells for an opaque execution. */
  #affectUsers(index: number): void {
    if (this.#graph.node(index).ordinal < 0) this.#affectAll();
    else for (const written of this.#graph.writesOf(index)) this.#affectReaders(written);
  }

  #affectReaders(location: Location): void {
    this.#readers.forEachReader(location, ({ cell }) => this.#affected.add(cell));
  }

  #affectAll(): void {
    for (const cell of this.#readers.cells()) this.#affected.add(cell);
  }
}
