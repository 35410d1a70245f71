/**
 * Carries out the decisions of a notebook's core on a kernel, one cell at a time, and reports the results to
 * the core. It knows no documents and no pages.
 */

import { outsideWrites, type WireTrace } from '../../../instrument/index.ts';
import {
  applyCore,
  type CellId,
  type CoreAction,
  type CoreOperation,
  type CoreState,
  type Exec,
  emptyCore,
  isOfLastRun,
  type LibraryKnowledge,
  type OrderMode,
  type OutsideWrites,
  restoredExecution,
  restoredSameness,
} from '../../../slicer/index.ts';
import { type Compares, KernelDied, type TracedKernel } from '../../session/index.ts';
import type { JudgedEnd, ReactiveStore, RestoredRun, StartedRun } from '../../store/index.ts';
import { messageOf } from '../../words/index.ts';
import type { LeftRun } from '../log/log-entries.ts';
import type { RunnerEvents } from './runner-events.ts';
import { WatchedFiles } from './watched-files.ts';

/** A notebook on a kernel. */
export class ReactiveRunner {
  readonly #kernel: () => Promise<TracedKernel>;
  readonly #events: RunnerEvents;
  #state: CoreState;
  #idle: { promise: Promise<void>; resolve: () => void } | null = null;
  #failure: unknown = null;
  #files: WatchedFiles | null = null;
  #stirred: () => void = () => {};
  /** Writes outside of cells since the running cell started. */
  #outside: OutsideWrites[] = [];
  /** The last execution that the person interrupted. */
  #interrupted: Exec | null = null;

  /** `kernel`: the kernel, started on first use; `library`: knowledge of libraries, for cells that have not run. */
  constructor(
    kernel: () => Promise<TracedKernel>,
    library: LibraryKnowledge,
    orderMode: OrderMode,
    events: RunnerEvents = {},
  ) {
    this.#kernel = kernel;
    this.#events = events;
    this.#state = emptyCore(library, 'reactive', orderMode);
  }

  get state(): CoreState {
    return this.#state;
  }

  /** Applies an operation; its actions go on in the background. */
  dispatch(operation: CoreOperation): void {
    const { state, actions } = applyCore(this.#state, operation);
    this.#state = state;
    this.#events.applied?.(operation, actions, state);
    // (the store does not see the runs in the other order)
    if (operation.type === 'order-mode') this.#events.store?.()?.distrust();
    this.#events.changed?.(state);
    for (const action of actions) this.#carryOut(action);
    if (state.running !== null) return;
    this.#settle();
    // cells that have run by now have found other files
    if (operation.type === 'ran') {
      this.#files?.rested();
      this.#stirred();
    }
  }

  /**
   * Takes writes by callbacks of a cell's widgets, or by tasks. During a run they wait, because executions
   * are numbered by the order of their reports. Earlier writes of tasks belong to the run before.
   */
  wroteOutside(trace: WireTrace, ofWidget?: CellId): void {
    const { running, settlement } = this.#state;
    this.#store?.distrust();
    const cell = trace.startedBy === undefined ? ofWidget : this.#cellOf(trace.startedBy);
    if (cell === undefined) return;
    const writes = outsideWrites(cell, trace);
    if (running === null || isOfLastRun(settlement, writes)) this.dispatch({ type: 'outside', writes });
    else this.#outside.push(writes);
  }

  /** In any-order mode there is no state that the cells above leave. */
  get #store(): ReactiveStore | null {
    return this.#state.orderMode === 'in-order' ? (this.#events.store?.() ?? null) : null;
  }

  #cellOf(exec: Exec): CellId | undefined {
    const { running, settlement } = this.#state;
    return running?.exec === exec ? running.cell : settlement.graph.execution(exec)?.cell;
  }

  /**
   * Watches the files that cells have found. `stirred`: a cell has run or a file may have changed, so the
   * caller should {@link look}; `isHere`: whether the kernel has access to this machine's files.
   */
  watch(stirred: () => void, isHere: () => boolean): void {
    this.#stirred = stirred;
    this.#files = new WatchedFiles({
      found: () => this.#state.settlement.foundPaths(),
      changed: (unseen, runs) => {
        this.dispatch({ type: 'files', unseen, runs });
        if (this.#state.running === null) this.#files?.rested();
      },
      stirred,
      isHere,
      isRunning: () => this.#state.running !== null,
    });
  }

  /**
   * Checks whether other programs have changed files that cells have found; returns whether cells run again
   * because of it.
   */
  async look(): Promise<boolean> {
    return (await this.#files?.look()) ?? false;
  }

  /** Goes on with the run of a cell in a kernel that was kept, and then with the `requested` cells. */
  rejoin(running: LeftRun | null, requested: readonly CellId[]): void {
    this.dispatch({ type: 'rejoined', running, requested });
    if (running === null) return;
    const { exec, above } = running;
    // (the kernel has the request, with the rest)
    const compares = { keeps: false, copies: false, above, aside: [], due: [], undoable: false };
    void this.#attempt(exec, async () => this.#run(await this.#kernel(), running, compares));
  }

  /** Stops watching. */
  close(): void {
    this.#files?.close();
  }

  /** Goes on from another state, in which nothing runs. */
  resume(state: CoreState): void {
    this.#state = state;
    this.#events.changed?.(state);
  }

  /** Waits until nothing runs and nothing is planned. @throws the error of the kernel's death. */
  async idle(): Promise<void> {
    if (this.#state.running !== null) {
      this.#idle ??= withResolvers();
      await this.#idle.promise;
    }
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  /** Restarts the kernel, after which no cell has run. It drops the current run. */
  async restart(): Promise<void> {
    this.dispatch({ type: 'interrupt' });
    this.#outside = [];
    await (await this.#kernel()).restart();
    this.dispatch({ type: 'restarted' });
  }

  #settle(): void {
    this.#idle?.resolve();
    this.#idle = null;
  }

  #carryOut(action: CoreAction): void {
    if (action.type === 'interrupt') {
      this.#interrupted = this.#state.running?.exec ?? null;
      // a kernel that cannot be started fails the run that waits for it
      this.#kernel().then(
        ({ client }) => client.interrupt(),
        () => {},
      );
    } else if (action.type === 'place') {
      this.#store?.placed();
      // the next run reports a failure
      this.#kernel()
        .then((kernel) => kernel.questions.place(action.cells))
        .catch(() => {});
    } else if (action.type === 'restore') void this.#attempt(action.exec, () => this.#restore(action));
    else void this.#attempt(action.exec, () => this.#execute(action));
  }

  async #restore({ exec, cell, last, due }: Extract<CoreAction, { type: 'restore' }>): Promise<void> {
    const started = performance.now();
    const restored = await (await this.#kernel()).questions.restore(cell, due);
    if (this.#state.running?.exec !== exec) return;
    if (restored === null) return this.dispatch({ type: 'unrestored', cell });
    const ms = performance.now() - started;
    const record = restoredExecution(last, exec, restored);
    this.#store?.putBack(cell, exec);
    this.#events.restored?.(record, last.exec, ms);
    const same = restoredSameness(restored);
    this.dispatch({
      type: 'ran',
      record,
      same,
      ms,
      copied: true,
      restored: true,
      outside: this.#takeOutside(),
    });
  }

  async #execute(action: Extract<CoreAction, { type: 'execute' }>): Promise<void> {
    const { exec, cell, keeps, copies, above, aside, due } = action;
    const { undoable = false } = this.#events;
    const kernel = await this.#kernel();
    if (this.#state.running?.exec !== exec) return;
    if (action.checksFiles) {
      const files = await kernel.questions.foreignFiles(cell);
      if (this.#state.running?.exec !== exec) return;
      if (files.flat().length > 0) return this.dispatch({ type: 'foreign', cell, files });
    }
    const begun = await this.#beginWithStore(action);
    if (this.#state.running?.exec !== exec) return;
    if (begun?.type === 'restored') return this.#resumed(cell, exec, begun);
    // (nothing of the cell has run yet)
    if (this.#interrupted === exec) return this.dispatch({ type: 'unrestored', cell });
    if (begun === null) this.#store?.distrust();
    await this.#run(kernel, action, { keeps, copies, above, aside, due, undoable }, begun);
  }

  /** Takes the cell's stored run, or prepares the store for the cell's run. */
  async #beginWithStore(
    action: Extract<CoreAction, { type: 'execute' }>,
  ): Promise<RestoredRun | StartedRun | null> {
    const { settlement, sources } = this.#state;
    const above = settlement.cellsAbove(action.cell);
    return (await this.#store?.begin(action, above, sources.values(), action.mayRestore)) ?? null;
  }

  #resumed(cell: CellId, exec: Exec, restored: RestoredRun): void {
    this.#events.resumed?.(cell, exec, restored);
    const { record, stored } = restored;
    const outside = this.#takeOutside();
    this.dispatch({ type: 'ran', record, same: null, ms: stored.ms, restored: true, outside });
  }

  async #run(
    kernel: TracedKernel,
    { exec, cell, source }: { readonly exec: Exec; readonly cell: CellId; readonly source: string },
    compares: Compares,
    begun: StartedRun | null = null,
  ): Promise<void> {
    const request = this.#events.starting?.(cell, exec) ?? {};
    const run = await kernel.run(exec, cell, source, { ...request, compares });
    if (this.#state.running?.exec !== exec) return;
    this.#events.ran?.(cell, run);
    const judged: JudgedEnd | null = run.result.endsKernel ? null : ((await begun?.ended(run)) ?? null);
    if (this.#state.running?.exec !== exec) return;
    const { record, result, same, copied, ms } = run;
    const ends = result.timedOut || result.endsKernel;
    const mayFail = this.#events.mayFail?.(cell) ?? false;
    const outside = this.#takeOutside();
    this.dispatch({ type: 'ran', record, same, ms: ms.run, copied, ends, mayFail, outside });
    judged?.(this.#state.standings.get(cell)?.type === 'settled');
  }

  #takeOutside(): readonly OutsideWrites[] {
    const outside = this.#outside;
    this.#outside = [];
    return outside;
  }

  async #attempt(exec: Exec, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (this.#state.running?.exec !== exec) return;
      this.#failure = error;
      this.#events.failed?.(error, this.#state.running.cell);
      const cell = error instanceof KernelDied ? { cell: error.cell } : {};
      this.dispatch({ type: 'died', reason: messageOf(error), ...cell });
    }
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
