/** A slice as text for people: the code of its executions, or the lines of its statements, and its guarantee. */

import type { DependenceGraph, Exec, Slice, StatementRecord } from '../../slicer/index.ts';
import { namedReasons } from './named-reasons.ts';

/**
 * The text. `nameOf`: the name of a cell for people. `numberOf`: people's number of an execution; by default
 * its own.
 */
export function sliceText(
  graph: DependenceGraph,
  found: Slice,
  nameOf: (cell: string) => string,
  numberOf: (exec: Exec) => number = (exec) => exec,
): string {
  const lines: string[] = [];
  const records = new Map<Exec, StatementRecord[]>();
  for (const key of found.statements) {
    const { exec, record } = graph.graph.getNodeAttributes(key);
    const known = records.get(exec);
    if (known) known.push(record);
    else records.set(exec, [record]);
  }
  for (const exec of found.executions) {
    const execution = graph.execution(exec);
    if (!execution) continue;
    lines.push(
      `# execution ${numberOf(exec)}, cell ${nameOf(execution.cell)}${execution.status === 'ok' ? '' : ` (${execution.status})`}`,
    );
    const source = execution.source.split('\n');
    if (found.level === 'cell' || /^\s*%%/.test(execution.source))
      lines.push(...source.map((text) => `    ${text}`));
    else {
      for (const { line, endLine } of records.get(exec) ?? []) {
        for (let at = line; at <= endLine; at += 1)
          lines.push(`${String(at).padStart(3)} ${source[at - 1] ?? ''}`);
      }
    }
  }
  const total = [...graph.executions()].length;
  lines.push(
    `# ${found.direction} slice of execution ${found.exec === null ? '?' : numberOf(found.exec)}: ${found.executions.length} of ${total} executions, ${found.guarantee}`,
  );
  for (const reason of namedReasons(graph, found, nameOf)) lines.push(`#   ${reason}`);
  return lines.join('\n');
}
