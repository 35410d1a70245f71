/** The information flow graph as text, and its diagram as DOT and Mermaid. */

import { type Diagram, type InformationFlow, isOpen } from '../../../slicer/index.ts';

/** How `sluice graph` prints. */
export const GRAPH_FORMATS = ['text', 'json', 'dot', 'mermaid', 'svg'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** How many open questions are listed. */
const MOST_OPEN = 10;

/** For people: each cell with its inputs, their origins and reasons, and its outputs. */
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
    lines.push(
      `cell ${places.get(cell)!} is too large or nests too deep: what stands at its end was not looked at`,
    );
  }
  for (const { cell, line, why } of graph.unread)
    lines.push(`cell ${places.get(cell)!}: line ${line} ${why}, so that what the cell does was guessed`);
  for (const { cell, why } of graph.contradictions) lines.push(`cell ${places.get(cell)!}: ${why}`);
  const open = graph.questions.filter(isOpen);
  const asked = `${graph.questions.length} questions`;
  lines.push(
    `${graph.flows.length} flows (${graph.bound}), ${asked}, ${open.length} of them answered by a guess`,
  );
  for (const { cell, name, asks, answer, line } of open.slice(0, MOST_OPEN)) {
    const place = places.get(cell)!;
    const word = answer ? 'yes' : 'no';
    lines.push(
      `    does cell ${place} ${asks.slice(0, -1)} ${name} (line ${line})? ${word}, says the usual rule; --answer ${place}:${name}=yes or no`,
    );
  }
  if (open.length > MOST_OPEN) lines.push(`    and ${open.length - MOST_OPEN} more, in --json`);
  return lines.join('\n');
}

/** Graphviz: one arrow for all flows between two boxes, dashed if none of them is certain. */
export function diagramDot({ nodes, arrows }: Diagram): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const lines = nodes.map(({ id, label }) => `  ${quoted(id)} [label=${quoted(label)}];`);
  for (const { from, to, labels, certain, observed, why } of arrows) {
    const style = certain || observed ? '' : ', style=dashed';
    const told = why.length === 0 ? '' : `, edgetooltip=${quoted(why.join('\n')).replaceAll('\n', '\\n')}`;
    lines.push(`  ${quoted(from)} -> ${quoted(to)} [label=${quoted(labels.join(', '))}${style}${told}];`);
  }
  return ['digraph notebook {', '  node [shape=box, fontname=monospace];', ...lines, '}'].join('\n');
}

/** Mermaid, for Markdown files. */
export function diagramMermaid({ nodes, arrows }: Diagram): string {
  const numbers = new Map(nodes.map(({ id }, i) => [id, `c${i + 1}`]));
  const lines = nodes.map(({ id, label }) => `  ${numbers.get(id)!}["${mermaidText(label)}"]`);
  for (const { from, to, labels, certain, observed } of arrows) {
    const line = certain || observed ? '-->' : '-.->';
    const text = labels.length === 0 ? '' : `|"${mermaidText(labels.join(', '))}"|`;
    lines.push(`  ${numbers.get(from)!} ${line}${text} ${numbers.get(to)!}`);
  }
  return ['flowchart TD', ...lines].join('\n');
}

/** Mermaid reads quotes, brackets of HTML and its own marks in texts unless they are entities; and lines by backticks as Markdown. */
function mermaidText(text: string): string {
  return text.replace(/["#&<>`*_\\]/g, (char) => `#${char.charCodeAt(0)};`);
}

function placesOf(graph: InformationFlow): ReadonlyMap<string, number> {
  return new Map(graph.cells.map(({ cell, index }) => [cell, index]));
}
