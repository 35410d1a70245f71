/** Cells with the tag `skip-execution`, as nbclient knows it: they run only when a person runs them. */

import type { CellId } from '../../../slicer/index.ts';
import { type CodeCell, hasTag } from '../../documents/index.ts';
import type { ReactiveRunner } from './reactive-runner.ts';

const TAG = 'skip-execution';

/** Freezes the cells with the tag. */
export class SkippedCells {
  readonly #runner: ReactiveRunner;
  readonly #tagged = new Set<CellId>();

  constructor(runner: ReactiveRunner) {
    this.#runner = runner;
  }

  /** Freezes the cells that have got the tag, and thaws the ones that have lost it. */
  follow(cells: readonly CodeCell[]): void {
    for (const cell of cells) {
      const on = hasTag(cell, TAG);
      const wasOn = this.#tagged.has(cell.id);
      if (on === wasOn) continue;
      if (on) this.#tagged.add(cell.id);
      else this.#tagged.delete(cell.id);
      if (this.#runner.state.frozen.has(cell.id) !== on)
        this.#runner.dispatch({ type: 'freeze', cell: cell.id, on });
    }
  }
}

/** The cells to run when all are requested: a cell with the tag runs only if the person requested this cell. */
export function runTogether(cells: readonly CodeCell[], asked?: CellId): CellId[] {
  return cells.filter((cell) => cell.id === asked || !hasTag(cell, TAG)).map(({ id }) => id);
}
