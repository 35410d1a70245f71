/**
 * The sizes of slices, as shares of a session (Shankar et al., "Bolt-on, compact, and rapid program slicing
 * for notebooks", PVLDB 2022, table 1 and figures 5 to 7). Nothing runs.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { sliceExecution } from '../graph/slice.ts';
import type { Exec } from '../records/execution-record.ts';

/** Shares of executed code; by whole executions, and by statements. */
export interface SliceRatio {
  readonly cell: number;
  readonly statement: number;
}

/** The backward slice of an execution, as a share of all code so far, this execution included. */
export function backwardRatio(graph: DependenceGraph, exec: Exec): SliceRatio {
  const before = countUntil(graph, exec);
  const cells = sliceExecution(graph, exec, 'backward', 'cell');
  const statements = sliceExecution(graph, exec, 'backward', 'statement');
  return {
    cell: cells.executions.length / before.executions,
    statement: statements.statements.length / before.statements,
  };
}

/** The mean over executions of the forward slice of each, as a share of the session. */
export function forwardRatio(graph: DependenceGraph): SliceRatio {
  const all = countUntil(graph, Number.POSITIVE_INFINITY);
  let [cell, statement] = [0, 0];
  for (const { exec } of graph.executions()) {
    cell += sliceExecution(graph, exec, 'forward', 'cell').executions.length;
    statement += sliceExecution(graph, exec, 'forward', 'statement').statements.length;
  }
  const { executions, statements } = all;
  return { cell: cell / executions ** 2, statement: statement / (executions * statements) };
}

function countUntil(graph: DependenceGraph, until: Exec): { executions: number; statements: number } {
  let [executions, statements] = [0, 0];
  for (const record of graph.executions()) {
    if (record.exec > until) continue;
    executions += 1;
    statements += record.statements.length;
  }
  return { executions, statements: Math.max(1, statements) };
}
