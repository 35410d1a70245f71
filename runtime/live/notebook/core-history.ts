/** The operations on the core of an open notebook, from which the state without some runs is folded. It runs nothing. */

import {
  type CoreOperation,
  type CoreState,
  type Exec,
  emptyCore,
  type LibraryKnowledge,
  replayCore,
} from '../../../slicer/index.ts';
import { ArrangedOrder } from '../log/arranged-order.ts';

/** Operations that change the state beyond the plan in progress. */
const LASTING: ReadonlySet<CoreOperation['type']> = new Set([
  'cells',
  'mode',
  'order-mode',
  'arranged',
  'ran',
  'outside',
  'files',
  'unrestored',
]);

/** Keeps the operations. */
export class CoreHistory {
  readonly #library: LibraryKnowledge;
  readonly #operations: CoreOperation[];
  readonly #arranged = new ArrangedOrder();

  /** `before`: the operations of earlier sessions. */
  constructor(library: LibraryKnowledge, before: readonly CoreOperation[]) {
    this.#library = library;
    this.#operations = [...before];
  }

  /** Takes an operation, and the state after it. */
  applied(operation: CoreOperation, state: CoreState): void {
    const operations = this.#operations;
    if (operation.type === 'restarted' || operation.type === 'died') operations.push({ type: 'restarted' });
    else if (LASTING.has(operation.type)) {
      const isRepeated = operation.type === 'cells' || operation.type === 'files';
      if (isRepeated && operations.at(-1)?.type === operation.type) operations.pop();
      operations.push(operation);
    }
    const order = this.#arranged.after(operation, state);
    if (order !== null) operations.push({ type: 'arranged', order });
  }

  /** The state without the undone runs, and otherwise like the present one, in which nothing runs. */
  without(undone: ReadonlySet<Exec>, state: CoreState): CoreState {
    const { mode, frozen, expensive, world, dead, fatal } = state;
    const replayed = replayCore(emptyCore(this.#library, mode), this.#operations, undone);
    const exec = Math.max(replayed.exec, state.exec);
    const kept = { mode, frozen, expensive, world, dead, fatal, exec };
    return { ...replayed, ...kept, standings: replayed.settlement.standings(frozen) };
  }
}
