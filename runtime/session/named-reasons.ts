/** Why a slice is not guaranteed, in words that call cells as people do. */

import { type CellId, type DependenceGraph, reasonsIn, type Slice } from '../../slicer/index.ts';

/** The reasons; `nameOf`: what people call a cell. */
export function namedReasons(
  graph: DependenceGraph,
  slice: Slice,
  nameOf: (cell: CellId) => string,
): string[] {
  return reasonsIn(graph, slice, ({ reason, exec, line }) => {
    const cell = nameOf(graph.execution(exec)?.cell ?? '?');
    return `${reason} at execution ${exec} (cell ${cell}) line ${line}`;
  });
}
