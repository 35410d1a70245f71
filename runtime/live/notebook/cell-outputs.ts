/**
 * The outputs of the cells of a notebook while the kernel makes them: of the run of a cell, of what goes on after it (threads), and of
 * callbacks of widgets that the cell shows. A cell shows its own outputs, with what cells below it make of its displays
 * (`handle.update(…)`) in their last runs. It keeps no document.
 */

import type { CellId } from '../../../slicer/index.ts';
import {
  foldFrom,
  foldOutput,
  type LateOutput,
  NO_OUTPUT,
  type OutputFold,
  type OutputMessage,
  type RunRequest,
  type RunResult,
} from '../../kernel/index.ts';
import type { OutputOwner } from '../widgets/captured-outputs.ts';

/** Shows outputs in a cell. `executionCount`: undefined when it stays. */
export type ShowOutputs = (
  cell: CellId,
  outputs: OutputFold['outputs'],
  executionCount?: number | null,
) => void;

/** Outputs by cell. */
export class CellOutputs {
  readonly #order: () => readonly CellId[];
  readonly #show: ShowOutputs;
  /** What each cell has made itself. */
  readonly #folds = new Map<CellId, OutputFold>();
  /** How many outputs the run of a cell made: what comes after them is of callbacks. */
  readonly #ownOutputs = new Map<CellId, number>();
  /** The cell of each request, for output that comes late. */
  readonly #requests = new Map<string, CellId>();
  /** Requests of widgets. */
  readonly #callbacks = new Set<string>();
  /** What the last run of a cell made of displays, by their ids. */
  readonly #updates = new Map<CellId, Map<string, OutputMessage>>();
  #running: CellId | null = null;

  /** `order`: the cells in the order in which they count. */
  constructor(order: () => readonly CellId[], show: ShowOutputs) {
    this.#order = order;
    this.#show = show;
  }

  /** A cell starts to run: how its request is to be answered. */
  starting(cell: CellId): Pick<RunRequest, 'onOutput'> {
    this.#running = cell;
    this.#dropUpdates(cell);
    this.#set(cell, NO_OUTPUT, null);
    return {
      onOutput: (message, fold) => {
        this.#update(cell, message);
        this.#set(cell, fold, null);
      },
    };
  }

  /** A cell has run. */
  ran(cell: CellId, { fold, executionCount, requestId }: RunResult): void {
    this.#running = null;
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
    this.#set(cell, foldFrom(outputs));
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

  /** Whose outputs a request makes. What is not known to have ended is the run in progress. */
  ownerOf(request: string): OutputOwner | null {
    const cell = this.#requests.get(request) ?? this.#running;
    return cell === null ? null : { cell, isCallback: this.#callbacks.has(request) };
  }

  /** Takes output that came outside of a run; false when nobody knows whose it is. */
  late({ requestId, message }: LateOutput): boolean {
    const id = displayOf(message) ?? '';
    for (const [cell, fold] of this.#folds) {
      if (fold.displays.has(id)) this.#set(cell, foldOutput(fold, updateOf(message)));
    }
    const cell = this.#requests.get(requestId);
    if (cell === undefined) return false;
    const fold = this.#folds.get(cell) ?? NO_OUTPUT;
    if (message.msg_type === 'clear_output' && this.#callbacks.has(requestId)) {
      // a callback that clears means what callbacks have printed, not the widget that it belongs to
      const { outputs, size } = foldFrom(fold.outputs.slice(0, this.#ownOutputs.get(cell)));
      this.#set(cell, { ...fold, outputs, size });
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

  /** The cells stand in another order, or some are gone. */
  arranged(): void {
    const there = new Set(this.#order());
    for (const cell of [...this.#updates.keys()]) if (!there.has(cell)) this.#updates.delete(cell);
    for (const [cell, fold] of this.#folds) {
      if (fold.displays.size > 0 && there.has(cell)) this.#set(cell, fold);
    }
  }

  /** The cells are others now. */
  clear(): void {
    this.#folds.clear();
    this.#updates.clear();
    this.#ownOutputs.clear();
  }

  #set(cell: CellId, fold: OutputFold, executionCount?: number | null): void {
    this.#folds.set(cell, fold);
    this.#show(cell, this.#withUpdates(cell, fold).outputs, executionCount);
  }

  /** What a cell has made, with what cells below it make of its displays. */
  #withUpdates(cell: CellId, fold: OutputFold): OutputFold {
    if (fold.displays.size === 0 || this.#updates.size === 0) return fold;
    const order = this.#order();
    let found = fold;
    for (const below of order.slice(order.indexOf(cell) + 1)) {
      for (const update of this.#updates.get(below)?.values() ?? []) found = foldOutput(found, update);
    }
    return found;
  }

  /** The run of a cell shows something under the id of a display, which may stand in another cell. */
  #update(cell: CellId, message: OutputMessage): void {
    const id = displayOf(message);
    if (id === null) return;
    const updates = this.#updates.get(cell) ?? new Map<string, OutputMessage>();
    this.#updates.set(cell, updates.set(id, updateOf(message)));
    this.#showDisplays(cell, id);
  }

  #dropUpdates(cell: CellId): void {
    const ids = [...(this.#updates.get(cell)?.keys() ?? [])];
    this.#updates.delete(cell);
    for (const id of ids) this.#showDisplays(cell, id);
  }

  /** Shows the other cells anew that have a display. */
  #showDisplays(than: CellId, id: string): void {
    for (const [cell, fold] of this.#folds) if (cell !== than && fold.displays.has(id)) this.#set(cell, fold);
  }
}

/** The id of the display that a message shows or updates. */
function displayOf(message: OutputMessage): string | null {
  return 'transient' in message.content ? (message.content.transient?.display_id ?? null) : null;
}

/** The same as an update of what is shown under its id already. */
function updateOf(message: OutputMessage): OutputMessage {
  if (!('data' in message.content)) return message;
  const { data, metadata, transient = {} } = message.content;
  return { msg_type: 'update_display_data', content: { data, metadata, transient } } as OutputMessage;
}
