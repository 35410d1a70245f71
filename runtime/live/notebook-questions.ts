/** Answers to pages' questions about slices, scripts, dependences and variables, from what was recorded. It changes nothing. */

import {
  type CellId,
  type DependenceGraph,
  type Direction,
  dependenceChain,
  type Exec,
  type Level,
  sliceExecution,
  symbolOf,
} from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import {
  type Expected,
  gatherScript,
  scriptParts,
  scriptText,
  type TracedKernel,
  type TracedRun,
  type Verification,
} from '../session/index.ts';
import type { Answer, Evidence, Place, Variable } from './messages.ts';
import type { CoreState } from './notebook-core.ts';

/** Runs the parts of a script in a new kernel and compares. */
export type Verify = (parts: readonly string[], expected: Expected) => Promise<Verification>;

/** The slice of a cell's last execution. @throws {SluiceError} when it has not run. */
export function sliceAnswer(core: CoreState, cell: CellId, direction: Direction, level: Level): Answer {
  const { graph } = core.settlement;
  const slice = sliceExecution(graph, lastExec(core, cell), direction, level);
  const lines: Record<CellId, (readonly [number, number])[]> = {};
  for (const key of slice.statements) {
    const { exec, record } = graph.graph.getNodeAttributes(key);
    const owner = graph.execution(exec)?.cell;
    // an execution of a cell that has run again since has lines in another text
    if (owner === undefined || core.settlement.execution(owner)?.exec !== exec) continue;
    lines[owner] = [...(lines[owner] ?? []), [record.line, record.endLine]];
  }
  const cells = new Set(slice.executions.flatMap((exec) => graph.execution(exec)?.cell ?? []));
  const { guarantee, reasons } = slice;
  return { to: 'slice', cells: core.order.filter((each) => cells.has(each)), lines, guarantee, reasons };
}

/** The script of a cell's last execution. */
export async function gatherAnswer(
  core: CoreState,
  kernel: TracedKernel,
  runs: ReadonlyMap<Exec, TracedRun>,
  question: { readonly cell: CellId; readonly level: Level },
  verify: Verify | null,
): Promise<Answer> {
  const exec = lastExec(core, question.cell);
  const { graph } = core.settlement;
  const source = { graph, kernel, runOf: (number: Exec) => runs.get(number), executions: core.exec };
  const script = await gatherScript(source, { type: 'execution', exec }, question.level);
  const verified = verify === null ? null : await verify(scriptParts(script.gathered, null), script.expected);
  return {
    to: 'gather',
    script: scriptText(script, core.exec, null, { verified, minimized: null }),
    cells: script.slice.executions.length,
    of: core.exec,
    verification: verified === null ? null : { status: verified.status, detail: detailOf(verified) },
  };
}

/** Through which dependences the last run of a cell came to need a run of another. @throws {SluiceError} when it has not run. */
export function whyAnswer(core: CoreState, cell: CellId, needed: CellId): Answer {
  const { graph } = core.settlement;
  const exec = lastExec(core, cell);
  const runs = [...graph.executions()].filter((run) => run.cell === needed && run.exec < exec);
  for (const run of runs.toReversed()) {
    const chain = dependenceChain(graph, exec, run.exec);
    if (chain === null) continue;
    const links = chain.map((link): Evidence => {
      const writer = placeOf(graph, link.writer);
      const symbol = symbolOf(graph, writer.exec, link) ?? 'an object without a name';
      return { user: placeOf(graph, link.user), writer, symbol, kind: link.kind };
    });
    return { to: 'why', links };
  }
  return { to: 'why', links: [] };
}

function placeOf(graph: DependenceGraph, key: string): Place {
  const { exec, record } = graph.graph.getNodeAttributes(key);
  const execution = graph.execution(exec);
  const text = execution?.source.split('\n')[record.line - 1]?.trim() ?? '';
  return { cell: execution?.cell ?? '', exec, line: record.line, text };
}

/** Dependences between cells: from the cell that would write to the one that reads, with the symbols. */
export function graphAnswer(core: CoreState): Answer {
  const { settlement } = core;
  const edges = new Map<string, { from: CellId; to: CellId; symbols: Set<string> }>();
  for (const to of core.order) {
    for (const location of settlement.reads(to)) {
      for (const { cell: from } of settlement.expected.find(location, to)) {
        const key = `${from}\u0000${to}`;
        const edge = edges.get(key) ?? { from, to, symbols: new Set<string>() };
        edges.set(key, edge);
        const symbol = symbolOf(settlement.graph, settlement.execution(to)?.exec ?? 0, location);
        if (symbol !== null) edge.symbols.add(symbol);
      }
    }
  }
  return {
    to: 'graph',
    edges: [...edges.values()].map(({ symbols, ...edge }) => ({ ...edge, symbols: [...symbols] })),
  };
}

/** The global names, with the cells that write and read them. */
export async function variablesAnswer(core: CoreState, kernel: TracedKernel): Promise<Answer> {
  const { settlement, standings, order } = core;
  const found = await kernel.variables();
  const readers = new Map<string, CellId[]>();
  for (const cell of order) {
    for (const { object, field } of settlement.reads(cell)) {
      if (object === 'g') readers.set(field, [...(readers.get(field) ?? []), cell]);
    }
  }
  const variables = found.map(([name, type, preview, size]): Variable => {
    const writer = lastWriter(settlement.graph, name);
    const standing = writer === null ? undefined : standings.get(writer);
    const stale = standing !== undefined && standing.type !== 'settled' && standing.type !== 'failed';
    return { name, type, preview, size, writer, readers: readers.get(name) ?? [], stale };
  });
  return { to: 'variables', variables };
}

function lastWriter(graph: DependenceGraph, field: string): CellId | null {
  let found: CellId | null = null;
  graph.forEachWriter({ object: 'g', field }, (index) => {
    found = graph.cellOf(index);
  });
  return found;
}

function lastExec(core: CoreState, cell: CellId): Exec {
  const exec = core.settlement.execution(cell)?.exec;
  if (exec === undefined) throw new SluiceError('this cell has not run in this kernel; run it first');
  return exec;
}

function detailOf(found: Verification): string {
  if (found.status === 'verified') return 'a new kernel gave the same outputs and values';
  return found.status === 'differs' ? found.difference : found.why;
}
