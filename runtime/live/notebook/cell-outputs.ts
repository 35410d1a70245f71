/**
 * The outputs of a notebook's cells while the kernel makes them: from the run of a cell, from its threads
 * after the run, and from callbacks of its widgets. A cell shows its own outputs, with the updates
 * (`handle.update(…)`) of its displays by the last runs of cells below. It keeps no document.
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

/** Shows outputs in a cell. `executionCount`: undefined leaves it unchanged. */
export type ShowOutputs = (
  cell: CellId,
  outputs: OutputFold['outputs'],
  executionCount?: number | null,
) => void;

/** Outputs by cell. */
export class CellOutputs {
  readonly #order: () => readonly CellId[];
  readonly #show: ShowOutputs;
  /** The outputs made by each cell itself. */
  readonly #folds = new Map<CellId, OutputFold>();
  /** The number of outputs from the run of a cell; later ones come from callbacks. */
  readonly #ownOutputs = new Map<CellId, number>();
  /** The cell of each request, for late output. */
  readonly #requests = new Map<string, CellId>();
  /** Requests of widgets. */
  readonly #callbacks = new Set<string>();
  /** By cell: the updates of displays in its last run, by display id. */
  readonly #updates = new Map<CellId, Map<string, OutputMessage>>();
  #running: CellId | null = null;

  /** `order`: the cells in the order in which they count. */
  constructor(order: () => readonly CellId[], show: ShowOutputs) {
    this.#order = order;
    this.#show = show;
  }

  /** Notes the start of a cell; returns the options for its request. */
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

  /** Restores the outputs of a cell's run, in a kernel in its former state. */
  resume(cell: CellId, outputs: OutputFold['outputs'], count: number | null): void {
    this.#ownOutputs.set(cell, outputs.length);
    this.#set(cell, foldFrom(outputs), count ?? undefined);
  }

  /** A stored run, with these outputs, stands for a run of the cell. */
  restored(cell: CellId, outputs: OutputFold['outputs'], count: number): void {
    this.#dropUpdates(cell);
    this.resume(cell, outputs, count);
  }

  /** Notes a request without a run of a cell: its output appears below this cell, until it has `ended`. */
  begins(request: string, cell: CellId): void {
    this.#requests.set(request, cell);
    this.#callbacks.add(request);
  }

  ended(request: string): void {
    this.#requests.delete(request);
    this.#callbacks.delete(request);
  }

  /** The cell of a request. */
  cellOf(request: string): CellId | undefined {
    return this.#requests.get(request);
  }

  /** The owner of a request's outputs. An unknown request belongs to the current run. */
  ownerOf(request: string): OutputOwner | null {
    const cell = this.#requests.get(request) ?? this.#running;
    return cell === null ? null : { cell, isCallback: this.#callbacks.has(request) };
  }

  /** Takes output from outside of a run; returns false if its cell is unknown. */
  late({ requestId, message }: LateOutput): boolean {
    const id = displayOf(message) ?? '';
    for (const [cell, fold] of this.#folds) {
      if (fold.displays.has(id)) this.#set(cell, foldOutput(fold, updateOf(message)));
    }
    const cell = this.#requests.get(requestId);
    if (cell === undefined) return false;
    const fold = this.#folds.get(cell) ?? NO_OUTPUT;
    if (message.msg_type === 'clear_output' && this.#callbacks.has(requestId)) {
      // a callback that clears means the output of callbacks, not the outputs of the cell's run
      const { outputs, size } = foldFrom(fold.outputs.slice(0, this.#ownOutputs.get(cell)));
      this.#set(cell, { ...fold, outputs, size });
    } else this.#set(cell, foldOutput(fold, message));
    return true;
  }

  /** Whether the outputs of a cell were made here, and not read from a file. */
  isMade(cell: CellId): boolean {
    return this.#folds.has(cell);
  }

  /** Notes that the outputs of these cells were cleared. */
  forget(cells: Iterable<CellId>): void {
    for (const cell of cells) {
      this.#folds.delete(cell);
      this.#ownOutputs.delete(cell);
    }
  }

  /** Notes a new order of cells, or removed cells. */
  arranged(): void {
    const there = new Set(this.#order());
    for (const cell of [...this.#updates.keys()]) if (!there.has(cell)) this.#updates.delete(cell);
    for (const [cell, fold] of this.#folds) {
      if (fold.displays.size > 0 && there.has(cell)) this.#set(cell, fold);
    }
  }

  /** Forgets all cells. */
  clear(): void {
    this.#folds.clear();
    this.#updates.clear();
    this.#ownOutputs.clear();
  }

  #set(cell: CellId, fold: OutputFold, executionCount?: number | null): void {
    this.#folds.set(cell, fold);
    this.#show(cell, this.#withUpdates(cell, fold).outputs, executionCount);
  }

  /** The outputs of a cell, with updates of its displays by cells below. */
  #withUpdates(cell: CellId, fold: OutputFold): OutputFold {
    if (fold.displays.size === 0 || this.#updates.size === 0) return fold;
    const order = this.#order();
    let found = fold;
    for (const below of order.slice(order.indexOf(cell) + 1)) {
      for (const update of this.#updates.get(below)?.values() ?? []) found = foldOutput(found, update);
    }
    return found;
  }

  /** Takes a display from the run of a cell with an id that may belong to another cell. */
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

  /** Shows again all other cells with a display. */
  #showDisplays(than: CellId, id: string): void {
    for (const [cell, fold] of this.#folds) if (cell !== than && fold.displays.has(id)) this.#set(cell, fold);
  }
}

/** The display id of a message. */
function displayOf(message: OutputMessage): string | null {
  return 'transient' in message.content ? (message.content.transient?.display_id ?? null) : null;
}

/** The message as an update of an existing display. */
function updateOf(message: OutputMessage): OutputMessage {
  if (!('data' in message.content)) return message;
  const { data, metadata, transient = {} } = message.content;
  return { msg_type: 'update_display_data', content: { data, metadata, transient } } as OutputMessage;
}
