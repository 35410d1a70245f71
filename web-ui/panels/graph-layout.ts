/**
 * Places cells for a panel that is higher than wide: from top to bottom as in the notebook, and the further right the longer the chain
 * of what they need. Dependences go down along a trunk and turn right. Pure.
 */

import type { Answer } from '../../runtime/index.ts';

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

/** `x` and `y` of nodes are their left upper corners. */
export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const NODE_WIDTH = 190;
export const NODE_HEIGHT = 24;
const ROW = 32;
const STEP = 30;
const MARGIN = 16;
/** Trunks of neighbours in a column stand beside each other. */
const TRUNKS = 5;
const TRUNK_GAP = 4;
const BEND = 6;

/** The graph of cells with dependences; cells without any are left out. */
export function placeGraph(order: readonly string[], edges: Edges): PlacedGraph {
  const known = new Set(order);
  const drawn = edges.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const joined = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const ids = order.filter((id) => joined.has(id));
  const layers = layersOf(ids, drawn);
  const nodes = ids.map((id, row) => ({
    id,
    x: MARGIN + layers.get(id)! * STEP,
    y: MARGIN + row * ROW,
    trunk: BEND + 2 + (row % TRUNKS) * TRUNK_GAP,
  }));
  const places = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes,
    edges: drawn.map(({ from, to, symbols }) => {
      const [source, target] = [places.get(from)!, places.get(to)!];
      const [x, y] = [source.x + source.trunk, target.y + NODE_HEIGHT / 2];
      const down = target.y > source.y ? 1 : -1;
      const start = down > 0 ? source.y + NODE_HEIGHT : source.y;
      const right = target.x >= x ? 1 : -1;
      const end = right > 0 ? target.x : target.x + NODE_WIDTH;
      const bend = `Q${x},${y} ${x + right * BEND},${y}`;
      return { from, to, symbols, path: `M${x},${start}V${y - down * BEND}${bend}H${end}` };
    }),
    width: Math.max(0, ...nodes.map(({ x }) => x)) + NODE_WIDTH + MARGIN,
    height: ids.length * ROW + 2 * MARGIN,
  };
}

/** The length of the longest chain that leads to each cell. Dependences on cells further down do not count: there may be circles. */
function layersOf(ids: readonly string[], edges: Edges): ReadonlyMap<string, number> {
  const rows = new Map(ids.map((id, row) => [id, row]));
  const needs = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (rows.get(from)! < rows.get(to)!) needs.set(to, [...(needs.get(to) ?? []), from]);
  }
  const layers = new Map<string, number>();
  for (const id of ids) {
    layers.set(id, Math.max(0, ...(needs.get(id) ?? []).map((other) => layers.get(other)! + 1)));
  }
  return layers;
}
