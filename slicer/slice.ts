/**
 * Backward and forward slices: transitive closures over dependences, at cell or statement level, with what is
 * guaranteed of them (Agrawal and Horgan 1990; Macke et al. 2021 for cells). They select; `gather` writes text.
 */

import { bfsFromNode } from 'graphology-traversal';
import { type DependenceGraph, statementKey } from './dependence-graph.ts';
import type { Exec } from './model.ts';

/** Which way to close. */
export type Direction = 'backward' | 'forward';

/** What a slice is made of: whole executions, or statement instances. */
export type Level = 'cell' | 'statement';

/** What we claim: that nothing is missing, or not, with the reasons. */
export interface Guarantee {
  readonly guarantee: 'complete' | 'not-guaranteed';
  readonly reasons: readonly string[];
}

/** A slice of one execution. `statements` are node keys `exec.ordinal`, in time order. */
export interface Slice extends Guarantee {
  readonly exec: Exec;
  readonly direction: Direction;
  readonly level: Level;
  readonly executions: readonly Exec[];
  readonly statements: readonly string[];
}

/** The slice of an execution, which itself belongs to it. */
export function sliceExecution(
  graph: DependenceGraph,
  exec: Exec,
  direction: Direction,
  level: Level,
): Slice {
  return level === 'cell'
    ? cellSlice(graph, exec, direction)
    : statementSlice(graph, exec, direction, criterion(graph, exec, direction));
}

/** The statements of an execution, and for a backward slice those that made what its values hold. */
function criterion(graph: DependenceGraph, exec: Exec, direction: Direction): string[] {
  const own = statementsOf(graph, exec);
  return direction === 'forward' ? own : own.concat(own.flatMap((key) => [...graph.valueWriters(key)]));
}

/** A backward slice from given statement instances (for a symbol's last writers) at either level. */
export function sliceStatements(
  graph: DependenceGraph,
  exec: Exec,
  seeds: Iterable<string>,
  level: Level,
): Slice {
  if (level === 'statement') return statementSlice(graph, exec, 'backward', seeds);
  const start = new Set<Exec>();
  for (const seed of seeds) start.add(graph.graph.getNodeAttribute(seed, 'exec'));
  return cellSliceFrom(graph, exec, start, 'backward');
}

function cellSlice(graph: DependenceGraph, exec: Exec, direction: Direction): Slice {
  const start = criterion(graph, exec, direction).map((key) => graph.graph.getNodeAttribute(key, 'exec'));
  return cellSliceFrom(graph, exec, [exec, ...start], direction);
}

function cellSliceFrom(
  graph: DependenceGraph,
  exec: Exec,
  start: Iterable<Exec>,
  direction: Direction,
): Slice {
  const seen = new Set<Exec>(start);
  const pending = [...seen];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const other of direction === 'backward' ? graph.parents(next) : graph.children(next)) {
      if (!seen.has(other)) {
        seen.add(other);
        pending.push(other);
      }
    }
  }
  const executions = [...seen].sort((a, b) => a - b);
  const statements = executions.flatMap((e) => statementsOf(graph, e));
  return { exec, direction, level: 'cell', executions, statements, ...guaranteeOf(graph, exec, statements) };
}

function statementSlice(
  graph: DependenceGraph,
  exec: Exec,
  direction: Direction,
  seeds: Iterable<string>,
): Slice {
  const seen = new Set<string>();
  const mode = direction === 'backward' ? 'inbound' : 'outbound';
  for (const seed of seeds) {
    if (seen.has(seed)) continue;
    bfsFromNode(
      graph.graph,
      seed,
      (key) => {
        if (seen.has(key)) return true;
        seen.add(key);
        return false;
      },
      { mode },
    );
  }
  const statements = [...seen].sort(byTime);
  const executions = [...new Set(statements.map((key) => Number(key.split('.')[0])))];
  if (!executions.includes(exec) && graph.execution(exec)?.statements.length === 0) executions.push(exec);
  return {
    exec,
    direction,
    level: 'statement',
    executions,
    statements,
    ...guaranteeOf(graph, exec, statements),
  };
}

function statementsOf(graph: DependenceGraph, exec: Exec): string[] {
  const execution = graph.execution(exec);
  if (!execution) return [];
  const keys = execution.opaque === null ? [] : [statementKey(exec, -1)];
  return keys.concat(execution.statements.map((s) => statementKey(exec, s.ordinal)));
}

function byTime(a: string, b: string): number {
  const [execA = 0, ordinalA = 0] = a.split('.').map(Number);
  const [execB = 0, ordinalB = 0] = b.split('.').map(Number);
  return execA - execB || ordinalA - ordinalB;
}

/** The worst of what the slice goes through, and of what may go on unseen since before the execution. */
function guaranteeOf(graph: DependenceGraph, exec: Exec, statements: readonly string[]): Guarantee {
  const reasons = new Set<string>();
  for (const key of statements) {
    const { exec: at, record } = graph.graph.getNodeAttributes(key);
    for (const { line, reason } of record.escapes) reasons.add(reasonText(graph, at, line, reason));
  }
  for (const { exec: at, statement } of graph.lastingEscapes(exec)) {
    for (const { line, reason, lasting } of statement.escapes) {
      if (lasting) reasons.add(reasonText(graph, at, line, reason));
    }
  }
  return { guarantee: reasons.size === 0 ? 'complete' : 'not-guaranteed', reasons: [...reasons] };
}

function reasonText(graph: DependenceGraph, exec: Exec, line: number, reason: string): string {
  const cell = graph.execution(exec)?.cell ?? '?';
  return `${reason} at execution ${exec} (cell ${cell}) line ${line}`;
}
