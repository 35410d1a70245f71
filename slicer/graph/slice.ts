/**
 * Backward and forward slices: transitive closures over dependences, at cell or statement level, with a
 * guarantee (Agrawal and Horgan 1990; Macke et al. 2021 for cells). This file selects statements; `gather`
 * writes text.
 */

import type { Exec } from '../records/execution-record.ts';
import type { Direction } from './adjacency.ts';
import { backwardClosure, type Level } from './backward-closure.ts';
import type { DependenceGraph } from './dependence-graph.ts';

/** The claim of a slice: no statement is missing, or some may be, with the reasons. */
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

/** The slice of an execution; the execution itself belongs to it. */
export function sliceExecution(
  graph: DependenceGraph,
  exec: Exec,
  direction: Direction,
  level: Level,
): Slice {
  const criterion = criterionOf(graph, exec, direction);
  if (level === 'statement') return statementSlice(graph, exec, direction, criterion);
  return cellSlice(graph, exec, direction, [exec, ...executionsOf(graph, criterion)]);
}

/** A slice from given statement instances (for a symbol, its last writers or its readers) at either level. */
export function sliceStatements(
  graph: DependenceGraph,
  exec: Exec,
  seeds: Iterable<string>,
  level: Level,
  direction: Direction = 'backward',
): Slice {
  const indices = Array.from(seeds, (key) => graph.graph.getNodeAttribute(key, 'index'));
  if (level === 'statement') return statementSlice(graph, exec, direction, indices);
  return cellSlice(graph, exec, direction, executionsOf(graph, indices));
}

/** The statements of an execution; for a backward slice also the writers of objects inside its values. */
function criterionOf(graph: DependenceGraph, exec: Exec, direction: Direction): number[] {
  const found = statementsOf(graph, exec);
  if (direction === 'backward') {
    for (const own of [...found]) graph.valueLinks.forEachSource(own, (writer) => found.push(writer));
  }
  return found;
}

/**
 * Adds the statements whose values contain objects written by these statements: their results change,
 * although they need not run again.
 */
function withHolders(graph: DependenceGraph, statements: Iterable<number>): Int32Array {
  const found = new Set(statements);
  for (const writer of [...found]) graph.valueLinks.forEachUser(writer, (holder) => found.add(holder));
  return Int32Array.from(found).sort();
}

function cellSlice(graph: DependenceGraph, exec: Exec, direction: Direction, seeds: Iterable<Exec>): Slice {
  let executions = executionClosure(graph, seeds, direction);
  let statements = executions.flatMap((each) => statementsOf(graph, each));
  if (direction === 'forward') {
    const holders = executionsOf(graph, withHolders(graph, statements));
    executions = [...new Set([...executions, ...holders])].sort((a, b) => a - b);
    statements = executions.flatMap((each) => statementsOf(graph, each));
  }
  return sliceOf(graph, { exec, direction, level: 'cell', executions }, statements);
}

/** The seeds and the executions that they need or affect, in order. */
function executionClosure(graph: DependenceGraph, seeds: Iterable<Exec>, direction: Direction): Exec[] {
  if (direction === 'forward') return Array.from(graph.executionLinks.closure(seeds, direction));
  const given = [...seeds];
  const statements = given.flatMap((each) => statementsOf(graph, each));
  // the closure over statements misses executions without statements
  const found = new Set([...given, ...executionsOf(graph, backwardClosure(graph, statements, 'cell'))]);
  return [...found].sort((a, b) => a - b);
}

function statementSlice(
  graph: DependenceGraph,
  exec: Exec,
  direction: Direction,
  seeds: Iterable<number>,
): Slice {
  const statements =
    direction === 'forward'
      ? withHolders(graph, graph.statementLinks.closure(seeds, direction))
      : backwardClosure(graph, seeds, 'statement');
  const executions = executionsOf(graph, statements);
  // the closure over statements misses executions without statements
  const { first, end } = graph.rangeOf(exec);
  if (first === end && graph.execution(exec)) executions.push(exec);
  return sliceOf(graph, { exec, direction, level: 'statement', executions }, statements);
}

function sliceOf(
  graph: DependenceGraph,
  slice: Pick<Slice, 'exec' | 'direction' | 'level' | 'executions'>,
  statements: ArrayLike<number>,
): Slice {
  const keys = Array.from(statements, (index) => graph.key(index));
  return { ...slice, statements: keys, ...guaranteeOf(graph, slice.exec, statements) };
}

function statementsOf(graph: DependenceGraph, exec: Exec): number[] {
  const { first, end } = graph.rangeOf(exec);
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** The executions of statements, each once, in the order of their first statements. */
function executionsOf(graph: DependenceGraph, statements: ArrayLike<number>): Exec[] {
  const found = new Set<Exec>();
  for (let i = 0; i < statements.length; i += 1) found.add(graph.node(statements[i] as number).exec);
  return [...found];
}

/** The guarantee of a slice: escapes of its statements, and lasting escapes before the execution. */
function guaranteeOf(graph: DependenceGraph, exec: Exec, statements: ArrayLike<number>): Guarantee {
  const reasons = doubtTexts(graph, exec, statements, (doubt) => doubtText(graph, doubt));
  return { guarantee: reasons.length === 0 ? 'complete' : 'not-guaranteed', reasons };
}

/** A reason why a slice may lack something, and where it begins. */
export interface Doubt {
  readonly reason: string;
  readonly exec: Exec;
  readonly line: number;
}

/** The reasons why a slice is not guaranteed, with the caller's wording. */
export function reasonsIn(graph: DependenceGraph, slice: Slice, words: (doubt: Doubt) => string): string[] {
  const statements = slice.statements.map((key) => graph.graph.getNodeAttribute(key, 'index'));
  return doubtTexts(graph, slice.exec, statements, words);
}

function doubtTexts(
  graph: DependenceGraph,
  exec: Exec,
  statements: ArrayLike<number>,
  words: (doubt: Doubt) => string,
): string[] {
  const reasons = new Set<string>();
  for (let i = 0; i < statements.length; i += 1) {
    const { exec: at, record } = graph.node(statements[i] as number);
    for (const { line, reason } of record.escapes) reasons.add(words({ reason, exec: at, line }));
  }
  for (const { exec: at, record } of graph.lastingEscapes(exec)) {
    for (const { line, reason, lasting } of record.escapes) {
      if (lasting) reasons.add(words({ reason, exec: at, line }));
    }
  }
  return [...reasons];
}

function doubtText(graph: DependenceGraph, { reason, exec, line }: Doubt): string {
  const cell = graph.execution(exec)?.cell ?? '?';
  return `${reason} at execution ${exec} (cell ${cell}) line ${line}`;
}

/** Node keys in the order in which the statements ran. */
export function statementsInOrder(keys: Iterable<string>): string[] {
  return [...keys].sort((a, b) => {
    const [execA = 0, ordinalA = 0] = a.split('.').map(Number);
    const [execB = 0, ordinalB = 0] = b.split('.').map(Number);
    return execA - execB || ordinalA - ordinalB;
  });
}
