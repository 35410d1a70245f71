/** Places cells in layers, so that dependences point down. Pure, but for the library, which is loaded only when a graph is shown. */

import type { Answer } from '../../runtime/live/index.ts';

type Edges = Extract<Answer, { readonly to: 'graph' }>['edges'];

export interface PlacedNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly symbols: readonly string[];
  /** A path of an SVG. */
  readonly path: string;
}

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const NODE_WIDTH = 132;
export const NODE_HEIGHT = 26;

/** The graph of cells with dependences; cells without any are left out. */
export async function placeGraph(order: readonly string[], edges: Edges): Promise<PlacedGraph> {
  const { default: dagre } = await import('@dagrejs/dagre');
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 14, ranksep: 30, edgesep: 6, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const id of order) if (joined.has(id)) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  const drawn = edges.filter(({ from, to }) => from !== to && graph.hasNode(from) && graph.hasNode(to));
  for (const { from, to } of drawn) graph.setEdge(from, to);
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    nodes: graph.nodes().map((id: string) => ({ id, x: graph.node(id).x, y: graph.node(id).y })),
    edges: drawn.map(({ from, to, symbols }) => ({
      from,
      to,
      symbols,
      path: smooth(graph.edge(from, to).points ?? []),
    })),
    width,
    height,
  };
}

/** A curve through points that is upright at its ends. */
function smooth(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${first.x},${first.y}`;
  let last = first;
  for (const point of rest) {
    const middle = (last.y + point.y) / 2;
    path += `C${last.x},${middle} ${point.x},${middle} ${point.x},${point.y}`;
    last = point;
  }
  return path;
}
