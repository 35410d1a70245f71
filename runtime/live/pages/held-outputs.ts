/**
 * Holds back large outputs that a running cell replaces as a whole (a progress bar below a long text, a
 * picture that is drawn again and again): pages get the newest about once a second, and the cell's final
 * state at once. It sends nothing.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { CellView, NotebookView } from '../messages/notebook-views.ts';
import { outputsSize } from './clip-outputs.ts';
import { hasGrown } from './view-changes.ts';

/** Smaller outputs are sent at once. */
const SMALL_CHARACTERS = 10_000;
/** The rate in characters per millisecond, up to a pause of a second; larger outputs wait longer. */
const [CHARACTERS_PER_MS, PAUSE_MS, MOST_CHARACTERS_PER_MS] = [200, 1_000, 1_000];

/** The times at which cells may send outputs again. */
export class HeldOutputs {
  readonly #due = new Map<CellId, number>();

  /** The view in which held outputs are still the ones sent last, and the time to look again; null: nothing is held. */
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
      if (size > SMALL_CHARACTERS) this.#due.set(cell.id, now + pause);
      return cell;
    });
    return until === Infinity ? { view, until: null } : { view: { ...view, cells }, until };
  }

  /** Whether a running cell has outputs that must be sent as a whole. A cell that has stopped does not wait. */
  #isAnew(old: CellView, cell: CellView): boolean {
    if (cell.state !== 'running') {
      this.#due.delete(cell.id);
      return false;
    }
    // (none: it has just begun, or was cleared)
    return old.outputs !== cell.outputs && cell.outputs.length > 0 && !hasGrown(old, cell);
  }
}
