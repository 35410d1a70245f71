/**
 * Gather: turns a backward slice into cells of source text that run on their own. Imports come first, errors
 * of failed statements are caught, and results stay if later code refers to them as `_3`. This file writes
 * notebook code; `python-script.ts` writes `.py`.
 */

import { type DependenceGraph, statementKey } from '../graph/dependence-graph.ts';
import { type Slice, sliceStatements } from '../graph/slice.ts';
import type { Exec, ExecutionRecord, StatementRecord } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import {
  type CellStatement,
  type Expression,
  type LibraryKnowledge,
  parseCell,
  stripPrompts,
} from '../static/index.ts';
import type { Gathered } from './gathered.ts';
import { hoistImports } from './hoist-imports.ts';
import { indentCode } from './indent.ts';
import { type KeptNumber, keepNumbers, type ShowingCell } from './kept-numbers.ts';
import { pythonOf } from './python-script.ts';

/** The facts for cutting a cell's text. */
interface Cutting {
  readonly library: LibraryKnowledge;
  readonly wanted: ReadonlySet<string>;
  readonly needed: ReadonlySet<string>;
  readonly results: ReadonlyMap<string, ReferredResult>;
  readonly hoisted: ReadonlySet<string>;
  /** Whether a statement reads an earlier displayed result. */
  readonly asked: boolean;
}

/**
 * The script of a backward slice. The target execution keeps its error, if it ended in one; null: there is no
 * target.
 */
export function gather(
  graph: DependenceGraph,
  slice: Slice,
  library: LibraryKnowledge,
  target: Exec | null = slice.exec,
): Gathered {
  const wanted = new Set(slice.statements);
  const results = referredResults(graph, slice.statements);
  const hoisted = hoistImports(graph, slice.statements);
  const cutting: Cutting = {
    library,
    wanted,
    needed: neededStatements(graph, slice),
    results,
    hoisted: hoisted.keys,
    asked: asksForResults(graph, slice.statements),
  };
  const cells: ShowingCell[] = [];
  const kept = new Map<number, KeptNumber>();
  let statements = 0;
  for (const exec of slice.executions) {
    const execution = graph.execution(exec);
    if (!execution) continue;
    const pieces = piecesOf(execution, exec === target, cutting);
    statements += execution.statements.filter((s) => wanted.has(statementKey(exec, s.ordinal))).length;
    const source = pieces.join('\n');
    const startsTasks = execution.statements.some(
      (s) => wanted.has(statementKey(exec, s.ordinal)) && s.escapes.some(({ code }) => code === 'task'),
    );
    const draws = execution.statements.some(
      (s) =>
        wanted.has(statementKey(exec, s.ordinal)) &&
        s.writes.some(({ object }) => object === 'matplotlib.figure'),
    );
    if (source.trim() === '') continue;
    const shown = execution.statements
      .map((s) => statementKey(exec, s.ordinal))
      .filter((key) => wanted.has(key));
    const shows = shown.some((key) => resultNumber(graph, key) !== undefined);
    for (const key of shown) {
      const result = results.get(key);
      if (result && (result.name || result.out))
        kept.set(result.number, { at: cells.length, out: result.out });
    }
    cells.push({ exec, cell: execution.cell, source, startsTasks, draws, shows });
  }
  return { target, imports: hoisted.texts, cells: keepNumbers(cells, kept), statements };
}

/**
 * The statements of a cell-level slice on which the target or a successful statement depends. `gather` can
 * leave out other failed statements.
 */
function neededStatements(graph: DependenceGraph, slice: Slice): ReadonlySet<string> {
  if (slice.level === 'statement') return new Set(slice.statements);
  const seeds = slice.statements.filter((key) => {
    const { exec, record } = graph.graph.getNodeAttributes(key);
    return exec === slice.exec || !record.failed;
  });
  const { first, end } = graph.rangeOf(slice.exec);
  for (let own = first; own < end; own += 1) {
    // a failed statement may have changed an object inside the target's values later
    graph.valueLinks.forEachSource(own, (writer) => seeds.push(graph.key(writer)));
  }
  return new Set(sliceStatements(graph, slice.exec, seeds, 'statement').statements);
}

const CELL_MAGIC = /^\s*%%/;

function piecesOf(execution: ExecutionRecord, isTarget: boolean, cutting: Cutting): string[] {
  const { wanted, needed, results, hoisted } = cutting;
  const { exec } = execution;
  const source = stripPrompts(execution.command ?? execution.source);
  if (CELL_MAGIC.test(source)) {
    const result = results.get(statementKey(exec, 0));
    // as a call, whose value can get a name
    if (result) return [keepResult(pythonOf(source), null, result)];
  }
  const parsed = parseCell(source).statements;
  const cut = parsed.length === execution.planned && execution.opaque === null;
  const kept = execution.statements.filter((s) => wanted.has(statementKey(exec, s.ordinal)));
  const touched = kept.some((s) => {
    const key = statementKey(exec, s.ordinal);
    return (s.failed && !isTarget) || results.has(key) || hoisted.has(key);
  });
  const whole = kept.length === execution.planned && !touched;
  if (!cut || whole || kept.length === 0) {
    const failed = execution.statements.some((s) => s.failed) && !isTarget;
    return [failed ? contain(source, 'the session went on after an error here') : source];
  }
  const pieces: string[] = [];
  const last = kept.at(-1);
  for (const statement of kept) {
    const key = statementKey(exec, statement.ordinal);
    if (hoisted.has(key)) continue;
    const text = statementText(parsed, statement, source);
    const result = results.get(key);
    if (statement.failed && !isTarget) {
      if (needed.has(key)) pieces.push(contain(text, 'raised in the session'));
    } else if (result) {
      const command = (parsed[statement.ordinal]?.magics.length ?? 0) > 0;
      pieces.push(keepResult(command ? pythonOf(text) : text, shownTarget(parsed, statement), result));
    } else {
      pieces.push(statement === last && isHidden(parsed, statement, cutting) ? `${text};` : text);
      // because a command's text extends to the end of its line
      if (statement === last && isHiddenCommand(parsed, statement)) pieces.push('None');
    }
  }
  return pieces;
}

/**
 * Whether an expression's value was not displayed, because other statements followed it. Alone, the
 * expression would display it.
 */
function isHidden(
  parsed: readonly CellStatement[],
  { ordinal }: StatementRecord,
  { asked, library }: Cutting,
): boolean {
  const statement = parsed[ordinal];
  if (!statement || ordinal === parsed.length - 1 || statement.magics.length > 0) return false;
  return statement.body.some(
    (node) => node.type === 'expression' && (asked || !isNothing(node.value, library)),
  );
}

/**
 * Whether an expression is a call that returns None, which IPython never displays, if Python's own function
 * has the name.
 */
function isNothing(value: Expression, library: LibraryKnowledge): boolean {
  if (value.type !== 'call') return false;
  const { callee } = value;
  const name = callee.type === 'attribute' ? callee.attribute : callee.type === 'name' ? callee.id : null;
  return name !== null && library.givesNothing(name);
}

/**
 * Whether a command's value was not displayed, because other statements followed it. Alone, the command may
 * display it.
 */
function isHiddenCommand(parsed: readonly CellStatement[], { ordinal }: StatementRecord): boolean {
  const statement = parsed[ordinal];
  const magic = statement?.magics[0];
  if (!statement || !magic || ordinal === parsed.length - 1) return false;
  return magic.from === statement.from && magic.gives;
}

/** Whether one of these statements reads an earlier displayed result (`_`, `Out`). */
function asksForResults(graph: DependenceGraph, statements: readonly string[]): boolean {
  return statements.some((key) =>
    graph.graph
      .getNodeAttributes(key)
      .record.reads.some(({ object, field }) => object === GLOBALS && /^(_\d*|__|___|Out|_oh)$/.test(field)),
  );
}

function statementText(
  parsed: readonly { text: string }[],
  statement: StatementRecord,
  source: string,
): string {
  const text = parsed[statement.ordinal]?.text;
  if (text !== undefined) return text;
  return source
    .split('\n')
    .slice(statement.line - 1, statement.endLine)
    .join('\n');
}

/** Catches the error of a failed statement: the script needs only the effects before the error. */
function contain(text: string, why: string): string {
  // a cell magic must be at the top of a cell, or become a call
  const body = indentCode(CELL_MAGIC.test(text) ? pythonOf(text) : text);
  return `try:\n${body}\nexcept BaseException:  # ${why}\n    pass`;
}

interface ReferredResult {
  readonly number: number;
  readonly name: boolean;
  readonly underscore: boolean;
  readonly out: boolean;
}

/** By statement: the displayed result (`Out[3]`) to which later statements of the slice refer. */
function referredResults(graph: DependenceGraph, statements: readonly string[]): Map<string, ReferredResult> {
  const found = new Map<string, ReferredResult>();
  const inSlice = new Set(statements);
  for (const key of statements) {
    const { record } = graph.graph.getNodeAttributes(key);
    const number = resultNumber(graph, key);
    if (number === undefined) continue;
    const out = record.writes.find((w) => w.object === 'Out' && w.field === `i:${number}`);
    let [name, underscore, results] = [false, false, false];
    graph.graph.forEachOutNeighbor(key, (reader, { record: use }) => {
      if (!inSlice.has(reader)) return;
      for (const read of use.reads) {
        if (read.object === GLOBALS && read.field === `_${number}`) name = true;
        if (read.object === GLOBALS && read.field === '_') underscore = true;
        if (read.object === out?.object && (read.field === out.field || read.field === '*')) results = true;
      }
    });
    if (name || underscore || results)
      found.set(key, { number: Number(number), name, underscore, out: results });
  }
  return found;
}

/** The number of the statement's displayed result in IPython, if there is one. */
function resultNumber(graph: DependenceGraph, key: string): string | undefined {
  const { record } = graph.graph.getNodeAttributes(key);
  return record.writes.find((w) => w.object === GLOBALS && /^_\d+$/.test(w.field))?.field.slice(1);
}

/** The name that an assignment binds; IPython may display its value (`last_expr_or_assign`). Null for expressions. */
function shownTarget(parsed: readonly CellStatement[], { ordinal }: StatementRecord): string | null {
  const node = parsed[ordinal]?.body.at(-1);
  if (node?.type !== 'assign' && node?.type !== 'annotated' && node?.type !== 'update') return null;
  const target = node.type === 'assign' ? node.targets[0] : node.target;
  return target?.type === 'name' ? target.id : null;
}

function keepResult(text: string, target: string | null, result: ReferredResult): string {
  const name = `_${result.number}`;
  const lines =
    target === null ? [`${name} = (${text.replace(/;\s*$/, '')})`] : [text, `${name} = ${target}`];
  if (result.underscore) lines.push(`_ = ${name}`);
  if (result.out) lines.push(`Out = globals().get('Out', {})`, `Out[${result.number}] = ${name}`);
  // displayed as before: its `__repr__` may have effects
  lines.push(name);
  return lines.join('\n');
}
