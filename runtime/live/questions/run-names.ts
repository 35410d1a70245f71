/**
 * Names of cells and runs for pages: cells by their positions, runs by the numbers that cells show, which
 * each kernel counts anew. Pure.
 */

import {
  type CellId,
  type CoreState,
  type Exec,
  labelOf,
  reasonsIn,
  type Slice,
} from '../../../slicer/index.ts';
import type { RunHistory } from '../log/run-history.ts';

/** Names in an open notebook. */
export interface RunNames {
  /** The number of a run that its cell shows; null: none. */
  countOf(exec: Exec): number | null;
  /** A cell in scripts, after the word `cell`. */
  nameOf(cell: CellId): string;
  /** Why a slice is not guaranteed. */
  reasonsOf(slice: Slice): readonly string[];
}

export function runNames(core: CoreState, history: RunHistory): RunNames {
  const { graph } = core.settlement;
  const label = labelOf(core);
  return {
    countOf: (exec) => history.get(exec)?.count ?? null,
    nameOf: (cell) => {
      const place = core.order.indexOf(cell);
      return place < 0 ? '(deleted)' : String(place + 1);
    },
    reasonsOf: (slice) =>
      reasonsIn(graph, slice, ({ reason, exec, line }) => {
        const { cell = '', outside = false } = graph.execution(exec) ?? {};
        return outside ? `${reason} (${label(cell)})` : `${reason} (${label(cell)}, line ${line})`;
      }),
  };
}
