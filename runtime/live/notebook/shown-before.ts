/** What cells showed before their runs, so that an undo can show it again. */

import type { CellId, Exec } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { CellOutputs } from './cell-outputs.ts';
import type { LiveCells } from './live-cells.ts';

/** What a cell shows. `isMade`: a kernel of this session made it. */
interface Shown {
  readonly outputs: readonly Output[];
  readonly count: number | null;
  readonly isMade: boolean;
}

/** As many runs as the agent keeps. */
const MOST = 50;

interface Parts {
  readonly cells: LiveCells;
  readonly history: RunHistory;
  readonly outputs: CellOutputs;
}

export class ShownBefore {
  readonly #parts: Parts;
  /** What the cell of a run showed before it, and after an undo what the cell had shown until then. */
  readonly #shown = new Map<Exec, Shown>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A run of a cell begins. */
  starting(cell: CellId, exec: Exec): void {
    this.#shown.set(exec, this.#now(cell));
    for (const old of this.#shown.keys()) {
      if (this.#shown.size <= MOST) break;
      this.#shown.delete(old);
    }
  }

  /** Shows the outputs from before the first undone run of each cell, or after the last redone one. */
  show(way: 'undo' | 'redo', execs: readonly Exec[]): void {
    const { history, outputs, cells } = this.#parts;
    const inOrder = way === 'undo' ? [...execs].reverse() : execs;
    for (const exec of inOrder) {
      const cell = history.get(exec)?.cell;
      if (cell === undefined) continue;
      const shown = this.#shown.get(exec) ?? this.#ofRunBefore(cell, exec);
      this.#shown.set(exec, this.#now(cell));
      if (shown.isMade) outputs.resume(cell, shown.outputs, shown.count);
      else outputs.forget([cell]);
      cells.showOutputs(cell, shown.outputs, shown.count);
    }
  }

  /** The outputs of the run before a run that began under an earlier server. */
  #ofRunBefore(cell: CellId, exec: Exec): Shown {
    const runs = this.#parts.history.after(0);
    const run = runs.findLast((each) => each.cell === cell && each.exec < exec && each.undone === undefined);
    return { outputs: run?.outputs ?? [], count: run?.count ?? null, isMade: run?.foreign === undefined };
  }

  #now(cell: CellId): Shown {
    const found = this.#parts.cells.code.find(({ id }) => id === cell);
    const isMade = this.#parts.outputs.isMade(cell);
    const shown = (found?.outputs ?? []) as readonly Output[];
    return { outputs: shown, count: found?.executionCount ?? null, isMade };
  }
}
