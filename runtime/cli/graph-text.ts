/** The information flow graph as text, DOT and Mermaid. Its JSON is the graph itself. */

import type { Flow, InformationFlow } from '../../slicer/index.ts';

/** How `sluice graph` prints: `json` too. */
export const GRAPH_FORMATS = ['text', 'json', 'dot', 'mermaid'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** For people: each cell with what comes in, from where and why, and what it gives. */
export function flowText(graph: InformationFlow): string {
  const places = placesOf(graph);
  const lines: string[] = [];
  for (const { cell, index, inputs, outputs, defines, uses } of graph.cells) {
    const needs = graph.dependencies[index - 1]!.needs.map((id) => places.get(id)!);
    const needed = needs.length === 0 ? 'needs no other cell' : `needs ${needs.join(', ')}`;
    lines.push(`cell ${index}: ${needed}`);
    const list = (word: string, names: readonly string[]) => {
      if (names.length > 0) lines.push(`    ${word} ${names.join(', ')}`);
    };
    list('reads', inputs);
    list('uses', uses);
    list('gives', outputs);
    list('defines', defines);
    for (const flow of graph.flows) {
      if (flow.to !== cell) continue;
      const sure = flow.certain ? '' : ` (${flow.by === 'default' ? 'a guess' : 'not certain'})`;
      lines.push(`    ${flow.name} from cell ${places.get(flow.from)!}${sure}: ${flow.why}`);
    }
  }
  for (const cell of graph.cutOff) {
    lines.push(`cell ${places.get(cell)!} is too large: what stands at its end was not looked at`);
  }
  const guesses = graph.questions.filter(({ by }) => by === 'default').length;
  const asked = `${graph.questions.length} questions`;
  lines.push(
    `${graph.flows.length} flows (${graph.bound}), ${asked}, ${guesses} of them answered by a guess`,
  );
  return lines.join('\n');
}

/** Graphviz: an arrow for each pair of cells, dashed where no flow between them is certain. */
export function flowDot(graph: InformationFlow): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const lines = graph.cells.map(({ cell, index }) => `  ${quoted(cell)} [label=${quoted(`cell ${index}`)}];`);
  for (const { from, to, names, certain } of arrowsOf(graph)) {
    const style = certain ? '' : ', style=dashed';
    lines.push(`  ${quoted(from)} -> ${quoted(to)} [label=${quoted(names.join(', '))}${style}];`);
  }
  return ['digraph notebook {', '  node [shape=box];', ...lines, '}'].join('\n');
}

/** Mermaid, for Markdown files. */
export function flowMermaid(graph: InformationFlow): string {
  const places = placesOf(graph);
  const node = (cell: string) => `c${places.get(cell)!}`;
  const lines = graph.cells.map(({ cell, index }) => `  ${node(cell)}["cell ${index}"]`);
  for (const { from, to, names, certain } of arrowsOf(graph)) {
    lines.push(`  ${node(from)} ${certain ? '-->' : '-.->'}|"${names.join(', ')}"| ${node(to)}`);
  }
  return ['flowchart TD', ...lines].join('\n');
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
  readonly certain: boolean;
}

/** One arrow for all flows between two cells; of a closed graph, also where there are none: then without names. */
function arrowsOf(graph: InformationFlow): Arrow[] {
  const between = new Map<string, Flow[]>();
  const key = (from: string, to: string) => JSON.stringify([from, to]);
  for (const flow of graph.flows) {
    const pair = key(flow.from, flow.to);
    between.set(pair, [...(between.get(pair) ?? []), flow]);
  }
  return graph.dependencies.flatMap(({ cell, needs }) =>
    needs.map((from): Arrow => {
      const flows = between.get(key(from, cell)) ?? [];
      const names = [...new Set(flows.map(({ name }) => name))];
      return { from, to: cell, names, certain: flows.some(({ certain }) => certain) };
    }),
  );
}

function placesOf(graph: InformationFlow): ReadonlyMap<string, number> {
  return new Map(graph.cells.map(({ cell, index }) => [cell, index]));
}
