/**
 * Keeps a notebook up to date without pages: for each version of the document, it runs the necessary cells
 * and stores their outputs. It reads and writes no files.
 */

import {
  type CellId,
  type Exec,
  type ExecutionStatus,
  isBlank,
  labelOf,
  notebookStates,
  type OrderMode,
} from '../../../slicer/index.ts';
import { type CodeCell, hasTag, type Notebook } from '../../documents/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import type { ReactiveStore, StoredRun } from '../../store/index.ts';
import { ReactiveRunner } from '../notebook/reactive-runner.ts';
import { HeadlessOutputs } from './headless-outputs.ts';

export interface CellRun {
  readonly cell: CellId;
  readonly exec: Exec;
  readonly status: ExecutionStatus;
  readonly error: string | null;
  readonly ms: number;
  /** Whether the values are the same as after the run before, so that no reader ran again because of it. */
  readonly same: boolean;
  /** Whether saved copies were restored in place of a run, because other cells had changed the values in place. */
  readonly restored: boolean;
  /** The stored run that stands for the run, if one does. */
  readonly stored?: StoredRun;
  /** The position among the code cells, from 1, by which people name the cell. */
  readonly number: number;
  /** Whether the cell exceeded its time limit, and was interrupted. */
  readonly timedOut: boolean;
}

/** How cells run. */
export interface HeadlessWishes {
  /** A cell's limit. */
  readonly timeoutMs?: number;
  /** Whether cells run although they need a failed cell. */
  readonly force?: boolean;
  /** The store of the kernel; none: nothing is stored. */
  readonly store?: ReactiveStore;
  /** Whether stored runs stand for cells; otherwise runs are only stored. */
  readonly resumes?: boolean;
}

/** The result of settling a notebook. */
export interface Settled {
  readonly ran: readonly CellRun[];
  /** The code cells, in order: people name them by their positions. */
  readonly order: readonly CellId[];
  /** Planned cells that did not run, because their inputs turned out unchanged. */
  readonly cutOff: readonly CellId[];
  /** Cells that are not settled, with the reasons. */
  readonly left: readonly {
    readonly cell: CellId;
    readonly state: string;
    readonly reasons: readonly string[];
  }[];
}

/** Follows a document. */
export class HeadlessNotebook {
  readonly #kernel: TracedKernel;
  readonly #runner: ReactiveRunner;
  readonly #outputs: HeadlessOutputs;
  readonly #wishes: HeadlessWishes;
  #ran: CellRun[] = [];

  /** `told` is called for every run. `wholeOf`: the file for a cell's whole output. */
  constructor(
    kernel: TracedKernel,
    orderMode: OrderMode,
    told: (run: CellRun) => void,
    wholeOf?: (cell: CellId) => string | null,
    wishes: HeadlessWishes = {},
  ) {
    this.#kernel = kernel;
    this.#wishes = wishes;
    kernel.label = (cell) => labelOf(this.#runner.state)(cell);
    const tell = (run: CellRun): void => {
      this.#ran.push(run);
      told(run);
    };
    this.#outputs = new HeadlessOutputs(kernel.client, () => this.#runner.state.settlement.order, wholeOf);
    this.#runner = new ReactiveRunner(async () => kernel, kernel.library, orderMode, {
      starting: (cell) => {
        const { timeoutMs } = wishes;
        return { ...this.#outputs.starting(cell), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
      },
      ran: (cell, { record, result, same, ms }) => {
        const error = result.error === null ? null : `${result.error.name}: ${result.error.value}`;
        const { exec, status } = record;
        const run = { cell, exec, status, error, ms: ms.run, same: same?.all ?? false };
        this.#outputs.ran(cell, result);
        const { timedOut } = result;
        tell({ ...run, restored: false, number: this.#numberOf(cell), timedOut });
      },
      restored: ({ exec, cell, status }, _, ms) =>
        tell({
          cell,
          exec,
          status,
          error: null,
          ms,
          same: false,
          restored: true,
          number: this.#numberOf(cell),
          timedOut: false,
        }),
      store: () => wishes.store ?? null,
      resumed: (cell, exec, { stored, count }) => {
        this.#outputs.restored(cell, stored.outputs, count);
        tell({
          cell,
          exec,
          status: 'ok',
          error: null,
          ms: stored.ms,
          same: false,
          restored: true,
          stored,
          number: this.#numberOf(cell),
          timedOut: false,
        });
      },
    });
    kernel.onOutside((trace) => this.#runner.wroteOutside(trace));
  }

  /**
   * Watches the files that cells have found. `stirred` is called when other programs may have changed some
   * ({@link hasChangedFiles}).
   */
  watch(stirred: () => void, isHere: boolean): void {
    this.#runner.watch(stirred, () => isHere);
  }

  /** Whether other programs have changed files that cells have found, so that an {@link update} is due. */
  hasChangedFiles(): Promise<boolean> {
    return this.#runner.look();
  }

  /** Stops watching. */
  close(): void {
    this.#runner.close();
  }

  /**
   * Runs new or changed cells of the document, and the cells that depend on them, except cells with the tag
   * `skip-execution`. @throws {SluiceError} 3 when the kernel dies.
   */
  async update(notebook: Notebook): Promise<Settled> {
    const cells = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
    const sources = new Map(cells.map(({ id, source }) => [id, source]));
    await this.#runner.look();
    this.#runner.dispatch({ type: 'cells', order: cells.map(({ id }) => id), sources, settles: false });
    this.#outputs.arranged();
    this.#outputs.emptied(cells.filter(({ source }) => isBlank(source)).map(({ id }) => id));
    const skipped = new Set(cells.filter((cell) => hasTag(cell, 'skip-execution')).map(({ id }) => id));
    const { standings, frozen } = this.#runner.state;
    for (const { id: cell } of cells) {
      const on = skipped.has(cell);
      if (on !== frozen.has(cell)) this.#runner.dispatch({ type: 'freeze', cell, on });
    }
    // cells that did not run last time are tried again, because their needs may be met now
    const due = cells.filter(({ id }) => {
      const type = standings.get(id)?.type;
      return !skipped.has(id) && (type === 'unrun' || type === 'edited');
    });
    const { force = false, resumes = false } = this.#wishes;
    this.#runner.dispatch({ type: 'run', cells: due.map(({ id }) => id), force, resumes });
    do {
      await this.#runner.idle();
      await this.#hearTasks();
    } while ((await this.#runner.look()) || this.#runner.state.running !== null);
    const { state } = this.#runner;
    const isOver = ({ id, source }: CodeCell) => skipped.has(id) || isBlank(source) || !this.#waits(id);
    const { left: ended } = this.#kernel;
    if (ended !== null && !cells.every(isOver)) throw ended;
    const left = [...notebookStates(state).cells].flatMap(([cell, { state: shown, reasons }]) =>
      shown === 'settled' || shown === 'failed' || skipped.has(cell) || isBlank(sources.get(cell) ?? '')
        ? []
        : [{ cell, state: shown, reasons }],
    );
    const ran = this.#ran;
    this.#ran = [];
    return { ran, order: state.order, cutOff: state.cutOff, left };
  }

  /** Takes the writes of tasks so far; earlier readers run again. */
  async #hearTasks(): Promise<void> {
    const { settlement } = this.#runner.state;
    while (settlement.cellsWithTasks().size > 0) {
      await this.#kernel.questions.hearTasks();
      if (this.#runner.state.running === null) return;
      await this.#runner.idle();
    }
  }

  /** Whether a cell has not run with its present text. */
  #waits(cell: CellId): boolean {
    const type = this.#runner.state.standings.get(cell)?.type;
    return type === undefined || type === 'unrun' || type === 'edited';
  }

  #numberOf(cell: CellId): number {
    return this.#runner.state.order.indexOf(cell) + 1;
  }

  /** The document with the outputs of the cells that ran, and the state of their widgets. */
  withOutputs(notebook: Notebook): Notebook {
    return this.#outputs.saved(notebook);
  }
}
