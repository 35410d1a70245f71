/**
 * The outputs of a notebook without pages, as a Jupyter front end keeps them: outputs of cells, displays
 * updated by later cells, outputs captured by `Output` widgets, and the state of widgets for the saved
 * notebook. It runs nothing.
 */

import type { CellId } from '../../../slicer/index.ts';
import { type Notebook, withOutputs } from '../../documents/index.ts';
import type { KernelClient, Output, RunRequest, RunResult } from '../../kernel/index.ts';
import { CellOutputs } from '../notebook/cell-outputs.ts';
import { KernelWidgets } from '../widgets/kernel-widgets.ts';
import { withWidgetStates } from '../widgets/saved-widgets.ts';

/** The outputs of cells since the kernel started. */
export class HeadlessOutputs {
  readonly #cells: CellOutputs;
  readonly #widgets: KernelWidgets;
  readonly #shown = new Map<CellId, readonly Output[]>();
  readonly #counts = new Map<CellId, number | null>();

  readonly #wholeOf: (cell: CellId) => string | null;

  /**
   * `order`: the cells in the order in which they count. `wholeOf`: the file for a cell's whole output,
   * without a limit.
   */
  constructor(
    client: KernelClient,
    order: () => readonly CellId[],
    wholeOf: (cell: CellId) => string | null = () => null,
  ) {
    this.#wholeOf = wholeOf;
    this.#cells = new CellOutputs(order, (cell, outputs) => this.#shown.set(cell, outputs));
    this.#widgets = new KernelWidgets({ order, ownerOf: (request) => this.#cells.ownerOf(request) });
    this.#widgets.follow(client, false);
    client.onLateOutput((late) => this.#cells.late(late));
  }

  /** Notes the start of a cell; returns the options for its request. */
  starting(cell: CellId): Pick<RunRequest, 'onOutput' | 'wholeTo'> {
    this.#widgets.starting(cell);
    // if the kernel dies in the cell, its outputs so far are kept
    this.#counts.set(cell, null);
    const wholeTo = this.#wholeOf(cell);
    return { ...this.#cells.starting(cell), ...(wholeTo === null ? {} : { wholeTo }) };
  }

  /** A cell has run. */
  ran(cell: CellId, result: RunResult): void {
    this.#cells.ran(cell, result);
    this.#counts.set(cell, result.executionCount);
  }

  /** A stored run stands for the cell, with these outputs. */
  restored(cell: CellId, outputs: readonly Output[], count: number): void {
    this.#cells.restored(cell, outputs, count);
    this.#counts.set(cell, count);
  }

  /** Clears the outputs of these cells, which have no text. */
  emptied(cells: readonly CellId[]): void {
    this.#cells.forget(cells);
    for (const cell of cells) {
      this.#shown.delete(cell);
      this.#counts.set(cell, null);
    }
  }

  /** Notes a new order of cells, or removed cells. */
  arranged(): void {
    this.#cells.arranged();
    this.#widgets.arranged();
  }

  /** The document with the outputs of the cells that ran, and the state of widgets. */
  saved(notebook: Notebook): Notebook {
    let found = notebook;
    for (const { id, type } of notebook.cells) {
      const count = this.#counts.get(id);
      if (type === 'code' && count !== undefined)
        found = withOutputs(found, id, this.#shown.get(id) ?? [], count);
    }
    return withWidgetStates(found, this.#widgets.models);
  }
}
