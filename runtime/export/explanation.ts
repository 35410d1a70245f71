/** What an explained page knows of a notebook's run: needs of each cell, reasons of each dependence, and scripts. */

import {
  type CellId,
  cellTitle,
  type DependenceGraph,
  type Exec,
  gather,
  type LibraryKnowledge,
  pythonScript,
  shownSymbol,
  sliceExecution,
} from '../../slicer/index.ts';

/** Lines of a cell's text, from 1. */
type Lines = readonly number[];

/** A dependence of a cell on an earlier one. */
export interface ExplainedEdge {
  readonly from: number;
  readonly to: number;
  /** A symbol, the line that wrote it, and the line that read it. */
  readonly why: readonly (readonly [symbol: string, wrote: number, read: number])[];
}

/** The data of an explained page. Cells are numbers: positions among the code cells, from 1. */
export interface Explanation {
  readonly titles: readonly string[];
  /** By cell: the needed cells with the needed lines; the cell itself is one of them. */
  readonly needs: Readonly<Record<number, readonly (readonly [cell: number, lines: Lines])[]>>;
  readonly edges: readonly ExplainedEdge[];
  /** By cell: why its needs may lack something. */
  readonly doubts: Readonly<Record<number, readonly string[]>>;
  /** By cell: the script that gives its outputs again. */
  readonly scripts: Readonly<Record<number, string>>;
  /** The statements of the whole run, and of each slice. */
  readonly statements: number;
  readonly kept: Readonly<Record<number, number>>;
}

/** More reasons of one dependence are left out. */
const MOST_REASONS = 6;
/** The limit of all scripts: later ones are left out. */
const MOST_SCRIPT_CHARACTERS = 500_000;

/** A played run. `order`: the code cells of the notebook; `shows`: whether a cell has outputs. */
export interface ExplainedRun {
  readonly graph: DependenceGraph;
  readonly library: LibraryKnowledge;
  readonly order: readonly { readonly id: CellId; readonly source: string; readonly shows: boolean }[];
  readonly execOf: (cell: CellId) => Exec | undefined;
  /** A text with the original paths. */
  readonly original: (text: string) => string;
}

/** The explanation of a run. */
export function explanationOf(run: ExplainedRun): Explanation {
  const { graph, library, order, execOf, original } = run;
  const numbers = new Map(
    order.flatMap(({ id }, at) => {
      const exec = execOf(id);
      return exec === undefined ? [] : [[exec, at + 1] as const];
    }),
  );
  const needs: Record<number, readonly (readonly [number, Lines])[]> = {};
  const doubts: Record<number, readonly string[]> = {};
  const scripts: Record<number, string> = {};
  const kept: Record<number, number> = {};
  let characters = 0;
  for (const [exec, number] of numbers) {
    const slice = sliceExecution(graph, exec, 'backward', 'statement');
    needs[number] = linesOf(graph, slice.statements, numbers);
    kept[number] = slice.statements.length;
    if (slice.guarantee !== 'complete') doubts[number] = slice.reasons.slice(0, MOST_REASONS).map(original);
    if (!order[number - 1]!.shows) continue;
    const gathered = gather(graph, slice, library);
    const title = `The code that makes the output of cell ${number}: ${gathered.statements} of ${statementsIn(graph, numbers)} statements`;
    const script = original(
      pythonScript(gathered, {
        lines: [title],
        nameOf: (id) => String(order.findIndex((cell) => cell.id === id) + 1),
      }),
    );
    characters += script.length;
    if (characters <= MOST_SCRIPT_CHARACTERS) scripts[number] = script;
  }
  return {
    titles: order.map(({ source }) => cellTitle(source).slice(0, 60)),
    needs,
    edges: edgesOf(run, numbers),
    doubts,
    scripts,
    statements: statementsIn(graph, numbers),
    kept,
  };
}

/** The statements of the cells' last runs. */
function statementsIn(graph: DependenceGraph, numbers: ReadonlyMap<Exec, number>): number {
  return [...numbers.keys()].reduce((sum, exec) => sum + (graph.execution(exec)?.statements.length ?? 0), 0);
}

/** The lines of statements, by cell. */
function linesOf(
  graph: DependenceGraph,
  statements: readonly string[],
  numbers: ReadonlyMap<Exec, number>,
): (readonly [number, Lines])[] {
  const found = new Map<number, Set<number>>();
  for (const key of statements) {
    const { exec, record } = graph.graph.getNodeAttributes(key);
    const number = numbers.get(exec);
    if (number === undefined) continue;
    const lines = found.get(number) ?? new Set();
    found.set(number, lines);
    for (let line = record.line; line <= record.endLine; line += 1) lines.add(line);
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([number, lines]) => [number, [...lines].sort((a, b) => a - b)]);
}

function edgesOf({ graph, original }: ExplainedRun, numbers: ReadonlyMap<Exec, number>): ExplainedEdge[] {
  const found = new Map<
    string,
    { from: number; to: number; why: Map<string, readonly [string, number, number]> }
  >();
  graph.graph.forEachEdge((_, { object, field }, __, ___, writer, reader) => {
    const [from, to] = [numbers.get(writer.exec), numbers.get(reader.exec)];
    if (from === undefined || to === undefined || from === to) return;
    const edge = found.get(`${from} ${to}`) ?? { from, to, why: new Map() };
    found.set(`${from} ${to}`, edge);
    const symbol = original(shownSymbol(graph, writer.exec, { object, field }) ?? 'an object without a name');
    if (edge.why.size < MOST_REASONS && !edge.why.has(symbol))
      edge.why.set(symbol, [symbol, writer.record.line, reader.record.line]);
  });
  return [...found.values()]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to, why }) => ({ from, to, why: [...why.values()] }));
}
