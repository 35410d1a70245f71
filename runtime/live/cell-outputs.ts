/**
 * The outputs of the cells of an open notebook while the kernel makes them: of the run of a cell, of what goes on after it (threads), and of
 * callbacks of widgets that the cell shows. It keeps no document.
 */

import type { CellId } from '../../slicer/index.ts';
import {
  type DisplayUpdate,
  foldOutput,
  type LateOutput,
  NO_OUTPUT,
  type OutputFold,
  type RunRequest,
  type RunResult,
} from '../kernel/index.ts';

/** Shows outputs in a cell. `executionCount`: undefined when it stays. */
export type ShowOutputs = (
  cell: CellId,
  outputs: OutputFold['outputs'],
  executionCount?: number | null,
) => void;

/** Outputs by cell. */
export class CellOutputs {
  readonly #show: ShowOutputs;
  readonly #folds = new Map<CellId, OutputFold>();
  /** How many outputs the run of a cell made: what comes after them is of callbacks. */
  readonly #ownOutputs = new Map<CellId, number>();
  /** The cell of each request, for output that comes late. */
  readonly #requests = new Map<string, CellId>();
  /** Requests of widgets. */
  readonly #callbacks = new Set<string>();

  constructor(show: ShowOutputs) {
    this.#show = show;
  }

  /** A cell starts to run: how its request is to be answered. */
  starting(cell: CellId): Pick<RunRequest, 'onOutput'> {
    this.#set(cell, NO_OUTPUT, null);
    return {
      onOutput: (message, fold) => {
        if (message.msg_type === 'update_display_data') this.#updateDisplays(cell, message);
        this.#set(cell, fold, null);
      },
    };
  }

  /** A cell has run. */
  ran(cell: CellId, { fold, executionCount, requestId }: RunResult): void {
    this.#requests.set(requestId, cell);
    this.#ownOutputs.set(cell, fold.outputs.length);
    this.#set(cell, fold, executionCount);
  }

  /** A request of an earlier session ran this cell, and may still print. */
  belongs(request: string, cell: CellId): void {
    this.#requests.set(request, cell);
  }

  /** The outputs that a cell's run gave, in a kernel that is as it was left. */
  resume(cell: CellId, outputs: OutputFold['outputs']): void {
    this.#ownOutputs.set(cell, outputs.length);
    this.#set(cell, { ...NO_OUTPUT, outputs });
  }

  /** A request that runs no cell: what it prints is shown below this one, until it has `ended`. */
  begins(request: string, cell: CellId): void {
    this.#requests.set(request, cell);
    this.#callbacks.add(request);
  }

  ended(request: string): void {
    this.#requests.delete(request);
    this.#callbacks.delete(request);
  }

  /** The cell that a request ran, or that it belongs to. */
  cellOf(request: string): CellId | undefined {
    return this.#requests.get(request);
  }

  /** Takes output that came outside of a run; false when nobody knows whose it is. */
  late({ requestId, message }: LateOutput): boolean {
    if (message.msg_type === 'update_display_data') this.#updateDisplays(null, message);
    const cell = this.#requests.get(requestId);
    if (cell === undefined) return false;
    const fold = this.#folds.get(cell) ?? NO_OUTPUT;
    if (message.msg_type === 'clear_output' && this.#callbacks.has(requestId)) {
      // a callback that clears means what callbacks have printed, not the widget that it belongs to
      this.#set(cell, { ...fold, outputs: fold.outputs.slice(0, this.#ownOutputs.get(cell)) });
    } else this.#set(cell, foldOutput(fold, message));
    return true;
  }

  /** Whether what a cell shows was made here, and not read from a file. */
  isMade(cell: CellId): boolean {
    return this.#folds.has(cell);
  }

  /** The outputs of these cells were cleared. */
  forget(cells: Iterable<CellId>): void {
    for (const cell of cells) {
      this.#folds.delete(cell);
      this.#ownOutputs.delete(cell);
    }
  }

  /** The cells are others now. */
  clear(): void {
    this.#folds.clear();
    this.#ownOutputs.clear();
  }

  #set(cell: CellId, fold: OutputFold, executionCount?: number | null): void {
    this.#folds.set(cell, fold);
    this.#show(cell, fold.outputs, executionCount);
  }

  /** A display may stand in a cell that ran before. */
  #updateDisplays(running: CellId | null, message: DisplayUpdate): void {
    for (const [cell, fold] of this.#folds) {
      const updated = cell === running ? fold : foldOutput(fold, message);
      if (updated !== fold) this.#set(cell, updated);
    }
  }
}
