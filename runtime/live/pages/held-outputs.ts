/**
 * Outputs that are large, and told anew as a whole while their cell runs (a progress bar below a long text, a picture that is drawn again
 * and again): of these pages get the newest about once a second, and the cell's last state at once. It sends nothing.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { CellView, NotebookView } from '../messages/messages.ts';
import { outputsSize } from './clip-outputs.ts';
import { hasGrown } from './view-changes.ts';

/** Fewer characters are told at once. */
const SMALL = 10_000;
/** So many characters in a millisecond, up to a pause of a second; what is larger still waits longer. */
const [CHARACTERS_PER_MS, PAUSE_MS, MOST_CHARACTERS_PER_MS] = [200, 1_000, 1_000];

/** When the outputs of which cells may be told again. */
export class HeldOutputs {
  readonly #due = new Map<CellId, number>();

  /** The view in which such outputs are still those that were told, and when that is to be looked at again; null: nothing is held. */
  hold(
    told: NotebookView,
    view: NotebookView,
    now: number,
  ): { readonly view: NotebookView; readonly until: number | null } {
    const known = new Map(told.cells.map((cell) => [cell.id, cell]));
    let until = Infinity;
    const cells = view.cells.map((cell) => {
      const old = known.get(cell.id);
      if (old === undefined || old === cell || !this.#isAnew(old, cell)) return cell;
      const due = this.#due.get(cell.id) ?? now;
      if (due > now) {
        until = Math.min(until, due);
        return { ...cell, outputs: old.outputs, clipped: old.clipped };
      }
      const size = outputsSize(cell.outputs);
      const pause = Math.max(Math.min(size / CHARACTERS_PER_MS, PAUSE_MS), size / MOST_CHARACTERS_PER_MS);
      if (size > SMALL) this.#due.set(cell.id, now + pause);
      return cell;
    });
    return until === Infinity ? { view, until: null } : { view: { ...view, cells }, until };
  }

  /** Whether a cell that runs has outputs that have to be told as a whole. One that does not run has no turn to wait for. */
  #isAnew(old: CellView, cell: CellView): boolean {
    if (cell.state !== 'running') {
      this.#due.delete(cell.id);
      return false;
    }
    // (none: it has just begun, or was cleared)
    return old.outputs !== cell.outputs && cell.outputs.length > 0 && !hasGrown(old, cell);
  }
}
