/** The reasons why a slice is not guaranteed, with people's names of cells. */

import { type CellId, type DependenceGraph, reasonsIn, type Slice } from '../../slicer/index.ts';

/** The reasons; `nameOf`: the name of a cell for people. */
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
