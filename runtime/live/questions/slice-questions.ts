/** Answers pages' questions about slices, of the present notebook and of past executions. It changes nothing. */

import {
  type CellId,
  type CoreState,
  type DependenceGraph,
  type Direction,
  dependenceChain,
  type Exec,
  type Level,
  type Slice,
  shownSymbol,
  sliceExecution,
} from '../../../slicer/index.ts';
import {
  linesByCell,
  linesOf,
  type ScriptTarget,
  sliceSymbol,
  symbolWriters,
  type TracedKernel,
} from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { SlicedRun } from '../messages/history-messages.ts';
import type { Answer } from '../messages/messages.ts';
import type { Criterion, Evidence, RunStatement } from '../messages/slice-messages.ts';
import type { RunNames } from './run-names.ts';

/** The slice of a criterion, over the present cells. `kernel`: used only for the value of a name. */
export async function sliceAnswer(
  core: CoreState,
  kernel: () => Promise<TracedKernel>,
  of: Criterion,
  direction: Direction,
  level: Level,
  names: RunNames,
): Promise<Answer> {
  const { settlement } = core;
  const { graph } = settlement;
  // a cell without a run in this kernel would probably have the same needs as in an earlier one
  const assumed = of.type === 'cell' ? settlement.assumedExecution(of.cell) : null;
  const slice = await (assumed === null
    ? sliceOf(core, kernel, of, direction, level)
    : sliceExecution(graph, assumed.exec, direction, level));
  const lines = linesByCell(core, slice);
  const found = new Set(slice.executions.flatMap((exec) => graph.execution(exec)?.cell ?? []));
  const cells = core.order.filter((each) => found.has(each));
  const reasons = names.reasonsOf(slice);
  if (assumed === null) return { to: 'slice', cells, lines, guarantee: slice.guarantee, reasons };
  const all = ['assumed from its last run, in an earlier kernel', ...reasons];
  return { to: 'slice', cells, lines, guarantee: 'not-guaranteed', reasons: all };
}

/**
 * The slice of an execution, over executions with their code at the time. @throws {SluiceError} when there is
 * no such execution.
 */
export function pastSliceAnswer(
  graph: DependenceGraph,
  exec: Exec,
  direction: Direction,
  level: Level,
  names: Pick<RunNames, 'countOf' | 'reasonsOf'>,
): Answer {
  if (graph.execution(exec) === undefined) throw new SluiceError(`there is no run ${exec} in this session`);
  const slice = sliceExecution(graph, exec, direction, level);
  const lines = linesOf(graph, slice);
  const runs = slice.executions.flatMap((each): SlicedRun[] => {
    const record = graph.execution(each);
    const { cell, source } = record ?? {};
    if (cell === undefined || source === undefined) return [];
    return [{ exec: each, count: names.countOf(each), cell, source, lines: lines.get(each) ?? [] }];
  });
  const { guarantee } = slice;
  const reasons = names.reasonsOf(slice);
  return { to: 'past-slice', runs: runs.sort((a, b) => a.exec - b.exec), guarantee, reasons };
}

/** The target of a criterion's script. @throws {SluiceError} when the cell has not run. */
export function scriptTarget(core: CoreState, of: Criterion): ScriptTarget {
  return of.type === 'symbol' ? of : { type: 'execution', exec: execOf(core, of) ?? 0 };
}

/** The execution of a criterion; null for a name. @throws {SluiceError} when the cell has not run. */
function execOf(core: CoreState, of: Criterion): Exec | null {
  if (of.type === 'symbol') return null;
  const exec = of.type === 'execution' ? of.exec : core.settlement.execution(of.cell)?.exec;
  if (exec === undefined) throw new SluiceError('this cell has not run in this kernel; run it first');
  if (core.settlement.graph.execution(exec) === undefined) {
    throw new SluiceError(`there is no run ${exec} in this session`);
  }
  return exec;
}

async function sliceOf(
  core: CoreState,
  kernel: () => Promise<TracedKernel>,
  of: Criterion,
  direction: Direction,
  level: Level,
): Promise<Slice> {
  const { graph } = core.settlement;
  const exec = execOf(core, of);
  if (exec !== null) return sliceExecution(graph, exec, direction, level);
  const { symbol } = of as Extract<Criterion, { type: 'symbol' }>;
  const source = { graph, kernel: await kernel(), executions: core.exec };
  const slice = await sliceSymbol(source, symbol, direction, level);
  if (slice === null) throw new SluiceError(`${symbol} has no value now`);
  return slice;
}

/** The dependences through which a criterion needs a run of a cell. @throws {SluiceError} when it has not run. */
export async function whyAnswer(
  core: CoreState,
  kernel: () => Promise<TracedKernel>,
  of: Criterion,
  needed: CellId,
  { countOf }: Pick<RunNames, 'countOf'>,
): Promise<Answer> {
  const { graph } = core.settlement;
  const exec = execOf(core, of);
  if (exec !== null) return { to: 'why', links: chainTo(graph, exec, needed, countOf) ?? [] };
  const { symbol } = of as Extract<Criterion, { type: 'symbol' }>;
  const writers = await symbolWriters({ graph, kernel: await kernel() }, symbol);
  let best: readonly Evidence[] = [];
  for (const index of [...writers].sort((a, b) => b - a)) {
    const key = graph.key(index);
    const writer = placeOf(graph, key, countOf);
    const chain = writer.cell === needed ? [] : chainTo(graph, writer.exec, needed, countOf);
    if (chain === null || (best.length > 0 && best.length <= chain.length + 1)) continue;
    best = [{ user: null, writer, symbol, kind: 'observed' }, ...chain];
  }
  return { to: 'why', links: best };
}

/** The chain from an execution back to the last earlier run of a needed cell; null if there is none. */
function chainTo(
  graph: DependenceGraph,
  exec: Exec,
  needed: CellId,
  countOf: RunNames['countOf'],
): readonly Evidence[] | null {
  const runs = [...graph.executions()].filter((run) => run.cell === needed && run.exec < exec);
  for (const run of runs.toReversed()) {
    const chain = dependenceChain(graph, exec, run.exec);
    if (chain === null) continue;
    return chain.map((link): Evidence => {
      const writer = placeOf(graph, link.writer, countOf);
      const symbol = shownSymbol(graph, writer.exec, link) ?? 'an object without a name';
      return { user: placeOf(graph, link.user, countOf), writer, symbol, kind: link.kind };
    });
  }
  return null;
}

function placeOf(graph: DependenceGraph, key: string, countOf: RunNames['countOf']): RunStatement {
  const { exec, record } = graph.graph.getNodeAttributes(key);
  const execution = graph.execution(exec);
  const text = execution?.source.split('\n')[record.line - 1]?.trim() ?? '';
  return { cell: execution?.cell ?? '', exec, count: countOf(exec), line: record.line, text };
}
