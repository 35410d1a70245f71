/**
 * A notebook that is kept up to date without pages: give it the document as it stands, and it runs what that makes necessary and keeps
 * the outputs. It reads and writes no files.
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
import { ReactiveRunner } from '../notebook/reactive-runner.ts';
import { HeadlessOutputs } from './headless-outputs.ts';

/** A cell that ran. */
export interface CellRun {
  readonly cell: CellId;
  readonly exec: Exec;
  readonly status: ExecutionStatus;
  readonly error: string | null;
  readonly ms: number;
  /** It left what it had left before, so nobody who reads that ran for it. */
  readonly same: boolean;
  /** It did not run: copies of what it had made were put back, because others had changed that in place. */
  readonly restored: boolean;
  /** Its place among the code cells, from 1: what people call it. */
  readonly number: number;
  /** It took longer than its limit, and was interrupted. */
  readonly timedOut: boolean;
}

/** How cells run. */
export interface HeadlessWishes {
  /** A cell's limit. */
  readonly timeoutMs?: number;
  /** Whether cells run that need what a cell that failed should have made. */
  readonly force?: boolean;
}

/** What bringing a notebook up to date took. */
export interface Settled {
  readonly ran: readonly CellRun[];
  /** The code cells, in order: people call them by their places. */
  readonly order: readonly CellId[];
  /** Cells that were going to run, and did not because nothing that they read had changed. */
  readonly cutOff: readonly CellId[];
  /** Cells that do not show what a run of the whole notebook would show, with why. */
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

  /** `told` hears of every run. `wholeOf`: the file that gets all of a cell's output. */
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
    });
    kernel.onOutside((trace) => this.#runner.wroteOutside(trace));
  }

  /** From now on files that cells have found are watched: `stirred` when other programs may have changed some ({@link hasChangedFiles}). */
  watch(stirred: () => void, isHere: boolean): void {
    this.#runner.watch(stirred, () => isHere);
  }

  /** Whether other programs have changed files that cells have found, so that an {@link update} is due. */
  hasChangedFiles(): Promise<boolean> {
    return this.#runner.look();
  }

  /** Nothing is watched any more. */
  close(): void {
    this.#runner.close();
  }

  /**
   * Runs what is new or changed in the document, and what follows; not cells that are tagged `skip-execution`. @throws {SluiceError} 3 when
   * the kernel dies.
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
    // what was not run last time is tried again, for what it lacked may be there now
    const due = cells.filter(({ id }) => {
      const type = standings.get(id)?.type;
      return !skipped.has(id) && (type === 'unrun' || type === 'edited');
    });
    const { force = false } = this.#wishes;
    this.#runner.dispatch({ type: 'run', cells: due.map(({ id }) => id), force });
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

  /** What tasks of cells have done by now counts, and who has read it before runs again. */
  async #hearTasks(): Promise<void> {
    const { settlement } = this.#runner.state;
    while (settlement.cellsWithTasks().size > 0) {
      await this.#kernel.hearTasks();
      if (this.#runner.state.running === null) return;
      await this.#runner.idle();
    }
  }

  /** Whether a cell has not run as it stands. */
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
