/** The lines of a slice: of each of its executions, and in the cells as they ran last. */

import type { CellId, CoreState, DependenceGraph, Exec, Slice } from '../../slicer/index.ts';

type Lines = (readonly [number, number])[];

/** The lines of a slice's statements, from 1, by cell: first and last line of each statement. */
export type LinesByCell = Readonly<Record<CellId, readonly (readonly [number, number])[]>>;

/** The lines of a slice in the cells as they ran last. */
export function linesByCell({ settlement }: CoreState, slice: Slice): LinesByCell {
  const { graph } = settlement;
  const lines: Record<CellId, Lines> = {};
  for (const [exec, found] of linesOf(graph, slice)) {
    const { cell: owner, source } = graph.execution(exec) ?? {};
    if (owner === undefined) continue;
    // an execution of a cell that has run again since may have lines of another text
    const last = settlement.execution(owner) ?? settlement.assumedExecution(owner);
    if (last?.source !== source) continue;
    const known = lines[owner] ?? [];
    lines[owner] = [...known, ...found.filter(([line]) => known.every(([other]) => other !== line))];
  }
  return lines;
}

/** The lines of a slice's statements, by execution. */
export function linesOf(graph: DependenceGraph, { statements }: Slice): Map<Exec, Lines> {
  const lines = new Map<Exec, Lines>();
  for (const key of statements) {
    const { exec, record } = graph.graph.getNodeAttributes(key);
    const found = lines.get(exec) ?? [];
    if (found.length === 0) lines.set(exec, found);
    found.push([record.line, record.endLine]);
  }
  return lines;
}
