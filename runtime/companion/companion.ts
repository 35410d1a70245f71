/**
 * Keeps the core of a notebook that another front end runs: takes traces of the kernel, and gives the states
 * of cells. The pipes to the kernel are in companion-worker.ts.
 */

import { executionRecord, outsideWrites } from '../../instrument/index.ts';
import {
  applyCore,
  type CellId,
  type CoreOperation,
  type CoreState,
  type Exec,
  emptyCore,
  isOfLastRun,
  type LibraryKnowledge,
  type NotebookStates,
  notebookStates,
  type OutsideWrites,
  sliceExecution,
} from '../../slicer/index.ts';
import { receivedTrace, UnseenFiles } from '../session/index.ts';
import { CellsByText } from './cells-by-text.ts';
import type { FromCompanion, SentStates, ToCompanion } from './companion-messages.ts';
import type { NotedStates } from './noted-states.ts';
import { answerQuestion } from './questions.ts';
import { stateWord } from './state-words.ts';

type Message<T extends ToCompanion['type']> = Extract<ToCompanion, { type: T }>;

/** One notebook, and one kernel process. */
export class Companion {
  readonly #library: LibraryKnowledge;
  readonly #byText = new CellsByText();
  readonly #files = new UnseenFiles();
  readonly #sources = new Map<CellId, string>();
  /** The numbers of runs in `In [n]`. */
  readonly #counts = new Map<Exec, number>();
  /** The states that front ends know. */
  readonly #told = new Map<CellId, string>();
  #order: readonly CellId[] = [];
  #state: CoreState;
  #running: { readonly exec: Exec; readonly cell: CellId; readonly source: string } | null = null;
  /** Writes outside of cells since the running cell began. */
  #outside: OutsideWrites[] = [];
  #isReactive = false;
  #notes = false;
  readonly #note: NotedStates | null;

  /** `note`: where editors read the states; null: nowhere. */
  constructor(library: LibraryKnowledge, note: NotedStates | null = null) {
    this.#library = library;
    this.#note = note;
    this.#state = emptyCore(library, 'lazy');
  }

  /** Answers a message. */
  async answer(message: ToCompanion): Promise<FromCompanion> {
    switch (message.type) {
      case 'begin':
        return this.#begin(message);
      case 'ran':
        return this.#ran(message);
      case 'outside':
        return this.#wroteOutside(message);
      case 'cells':
        return this.#arrange(message);
      case 'ask':
        return this.#ask(message);
    }
  }

  #begin({ cell: given, source, hidden }: Message<'begin'>): FromCompanion {
    const cell = given ?? (hidden ? 'hidden' : this.#byText.identify(source));
    if (!hidden) {
      this.#sources.set(cell, source);
      // without word from the front end, cells stand in the order of their first runs
      if (!this.#order.includes(cell)) this.#order = [...this.#order, cell];
      this.#applyCells();
    }
    const exec = this.#state.exec + 1;
    this.#running = { exec, cell, source };
    return { type: 'begun', exec, cell };
  }

  async #ran({ exec, status, count, ms, trace }: Message<'ran'>): Promise<FromCompanion> {
    const running = this.#running;
    if (running?.exec !== exec) return { type: 'refusal', text: `run ${exec} has not begun` };
    this.#running = null;
    const received = trace === null ? null : receivedTrace(trace);
    const record = executionRecord({ ...running, status }, received?.exec === exec ? received : null);
    const outside = this.#outside.splice(0);
    this.#apply({ type: 'ran', record, same: received?.same ?? null, ms, outside });
    if (count !== null) this.#counts.set(exec, count);
    await this.#lookAtFiles();
    const { graph } = this.#state.settlement;
    const { guarantee } = sliceExecution(graph, exec, 'backward', 'cell');
    const parents = [...graph.parents(exec)].sort((a, b) => a - b);
    const now = notebookStates(this.#state, false);
    const sluice = { cell: running.cell, exec, guarantee, parents, ...this.#changes(now) };
    return { type: 'states', sluice, note: this.#notes ? noteBelow(now, running.cell) : null };
  }

  #wroteOutside({ cell: given, trace }: Message<'outside'>): FromCompanion {
    const received = receivedTrace(trace);
    const { settlement } = this.#state;
    const starter = received.startedBy;
    const cell = starter === undefined ? given : this.#cellOf(starter);
    if (cell !== null) {
      const writes = outsideWrites(cell, received);
      // executions are numbered by the order of their reports
      if (this.#running === null || isOfLastRun(settlement, writes)) this.#apply({ type: 'outside', writes });
      else this.#outside.push(writes);
    }
    return this.#states();
  }

  #arrange({ cells, reactive, all = false }: Message<'cells'>): FromCompanion {
    if (all) this.#told.clear();
    if (reactive !== undefined) this.#isReactive = reactive;
    if (cells !== undefined) {
      this.#order = cells.map(({ id }) => id);
      this.#sources.clear();
      for (const { id, source } of cells) this.#sources.set(id, source);
      this.#applyCells();
    }
    return this.#states();
  }

  async #ask({ words }: Message<'ask'>): Promise<FromCompanion> {
    const [command, wanted] = words;
    if ((command === 'notes' || command === 'reactive') && (wanted === 'on' || wanted === 'off')) {
      if (command === 'notes') this.#notes = wanted === 'on';
      else this.#isReactive = wanted === 'on';
      return { type: 'answer', text: '', cells: [] };
    }
    await this.#lookAtFiles();
    // loaded when asked for: a kernel should start soon
    if (command === 'check') return (await import('./check-cells.ts')).checkCells(this.#state, wanted);
    if (command === 'graph') return (await import('./draw-cells.ts')).drawCells(this.#state);
    return answerQuestion(words, {
      core: this.#state,
      library: this.#library,
      now: notebookStates(this.#state, false),
      countOf: (exec) => this.#counts.get(exec) ?? exec,
    });
  }

  #cellOf(exec: Exec): CellId | null {
    const { settlement } = this.#state;
    return this.#running?.exec === exec
      ? this.#running.cell
      : (settlement.graph.execution(exec)?.cell ?? null);
  }

  #states(): FromCompanion {
    return { type: 'states', sluice: this.#changes(notebookStates(this.#state, false)), note: null };
  }

  /** The cells whose state or reason differs from what front ends know. */
  #changes(now: NotebookStates): SentStates {
    this.#note?.tell(now, this.#sources);
    const states: Record<string, string> = {};
    const why: Record<string, string> = {};
    for (const [cell, { state, reasons }] of now.cells) {
      const reason = reasons.join('; ');
      const told = `${state} ${reason}`;
      if (this.#told.get(cell) === told) continue;
      this.#told.set(cell, told);
      states[cell] = stateWord(state);
      if (reason !== '') why[cell] = reason;
    }
    for (const cell of [...this.#told.keys()]) if (!now.cells.has(cell)) this.#told.delete(cell);
    return { states, why, next: this.#isReactive ? now.update.cells : [] };
  }

  #applyCells(): void {
    this.#apply({ type: 'cells', order: this.#order, sources: new Map(this.#sources), settles: false });
  }

  async #lookAtFiles(): Promise<void> {
    const unseen = await this.#files.look(this.#state.settlement.foundPaths());
    this.#apply({ type: 'files', unseen, runs: false });
  }

  #apply(operation: CoreOperation): void {
    this.#state = applyCore(this.#state, operation).state;
  }
}

/** The line below a cell that ran on old values; null for other cells. */
function noteBelow({ cells }: NotebookStates, cell: CellId): string | null {
  const shown = cells.get(cell);
  if (shown === undefined || (shown.state !== 'stale' && shown.state !== 'fresh')) return null;
  return `Sluice: this ran on old values: ${shown.reasons.join('; ')} (%sluice stale lists the cells to run)`;
}
