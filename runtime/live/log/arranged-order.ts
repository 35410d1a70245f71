/** The order of the cells in any-order mode, which follows from requests. A list of operations has no requests, so it notes the order. */

import { type CellId, type CoreOperation, type CoreState, sameOrder } from '../../../slicer/index.ts';

export class ArrangedOrder {
  #noted: readonly CellId[] = [];

  /** The order after an operation, to note; null: it is noted, or follows from the operations. */
  after(operation: CoreOperation, { orderMode, settlement: { order } }: CoreState): readonly CellId[] | null {
    if (operation.type === 'order-mode') this.forget();
    if (orderMode === 'in-order' || operation.type === 'cells' || sameOrder(order, this.#noted)) return null;
    this.#noted = order;
    return order;
  }

  /** The noted order counts no longer. */
  forget(): void {
    this.#noted = [];
  }
}
