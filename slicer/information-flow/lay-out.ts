/**
 * Where boxes and arrows of a diagram stand: in layers (Sugiyama; dagre), from the top or from the left, whichever takes less room. Boxes
 * without arrows stand below. Drawing is svg.ts's task.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { Diagram, DiagramArrow } from './diagram.ts';
import { type Stack, type StackedDiagram, stackAlike } from './stack.ts';

/** A box; `x` and `y` are its left upper corner. */
export interface PlacedStack extends Stack {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether the box has no arrow. */
  readonly isAlone: boolean;
}

/** An arrow as a path of an SVG, with the middle of its label. */
export interface PlacedArrow extends DiagramArrow {
  readonly path: string;
  /** The shortened text of the arrow. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A diagram with places. */
export interface PlacedDiagram {
  readonly stacks: readonly PlacedStack[];
  readonly arrows: readonly PlacedArrow[];
  readonly width: number;
  readonly height: number;
}

/** The height of a row of a box; the space above and below its letters. */
export const ROW_HEIGHT = 20;
const AROUND_ROWS = 6;
/** Most characters of a box and of an arrow. */
const NODE_TEXT = 34;
export const ARROW_TEXT = 24;
/** Widths of a character: 12 and 10 pixels high, of the monospaced font of drawings. */
const NODE_LETTER = 7.3;
const ARROW_LETTER = 6.1;
export const PADDING = 10;
const MARGIN = 16;
const GAP = 14;

/** How many arrows can be laid out while one waits. */
export const MOST_ARROWS = 1200;

/** The diagram with places; null when it has more than {@link MOST_ARROWS} arrows. */
export function placeDiagram(diagram: Diagram): PlacedDiagram | null {
  if (diagram.arrows.length > MOST_ARROWS) return null;
  const { stacks, arrows } = stackAlike(diagram);
  const joined = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  const parts = { stacks: stacks.filter(({ id }) => joined.has(id)), arrows };
  const ways = (['TB', 'LR'] as const).map((direction) => layered(parts, direction));
  const best = ways.reduce((a, b) => (roomOf(b) < roomOf(a) ? b : a));
  return withLone(
    best,
    stacks.filter(({ id }) => !joined.has(id)),
  );
}

/** The area, and a penalty for forms far from a page. */
function roomOf({ width, height }: PlacedDiagram): number {
  return width * height * Math.max(width / height, height / width, 1.6);
}

function layered({ stacks, arrows }: StackedDiagram, rankdir: 'TB' | 'LR'): PlacedDiagram {
  if (stacks.length === 0) return { stacks: [], arrows: [], width: 0, height: MARGIN };
  const graph = new Graph();
  graph.setGraph({
    rankdir,
    nodesep: rankdir === 'TB' ? 20 : 10,
    edgesep: 8,
    ranksep: rankdir === 'TB' ? 18 : 30,
    marginx: MARGIN,
    marginy: MARGIN,
    ranker: arrows.length > 300 ? 'tight-tree' : 'network-simplex',
  });
  for (const stack of stacks) graph.setNode(stack.id, sizeOf(stack));
  for (const { from, to, labels } of arrows) {
    const text = shortened(labels.join(', '), ARROW_TEXT);
    graph.setEdge(from, to, { width: text.length * ARROW_LETTER + 6, height: 13, labelpos: 'c' });
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    stacks: stacks.map((stack) => {
      const { x, y } = graph.node(stack.id);
      const { width, height } = sizeOf(stack);
      return { ...stack, x: round(x - width / 2), y: round(y - height / 2), width, height, isAlone: false };
    }),
    arrows: arrows.map((arrow) => {
      const { points, x, y } = graph.edge(arrow.from, arrow.to);
      const text = shortened(arrow.labels.join(', '), ARROW_TEXT);
      return { ...arrow, path: pathThrough(points), text, x: round(x), y: round(y) };
    }),
    width,
    height,
  };
}

/** With lone boxes in rows below. */
function withLone({ stacks, arrows, ...size }: PlacedDiagram, lone: readonly Stack[]): PlacedDiagram {
  if (lone.length === 0) return { stacks, arrows, ...size };
  const widest = Math.max(size.width, 640);
  const placed: PlacedStack[] = [];
  let [x, y, right] = [MARGIN, size.height + GAP, 0];
  for (const stack of lone) {
    const { width, height } = sizeOf(stack);
    if (x > MARGIN && x + width + MARGIN > widest) {
      x = MARGIN;
      y += height + GAP / 2;
    }
    placed.push({ ...stack, x, y, width, height, isAlone: true });
    x += width + GAP;
    right = Math.max(right, x);
  }
  const height = y + ROW_HEIGHT + AROUND_ROWS + MARGIN;
  return { stacks: [...stacks, ...placed], arrows, width: Math.max(size.width, right), height };
}

function sizeOf({ rows }: Stack): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(...rows.map(({ label }) => boxWidth(label))),
    height: rows.length * ROW_HEIGHT + AROUND_ROWS,
  };
}

/** The width of a box with this label. */
export function boxWidth(label: string): number {
  return round(nodeText(label).length * NODE_LETTER + 2 * PADDING);
}

/** The text of a box. */
export function nodeText(label: string): string {
  return shortened(label, NODE_TEXT);
}

/** At most so many characters of a text. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far from a bend an arrow begins to turn. */
const BEND = 24;

/** Straight from point to point, round at bends. */
function pathThrough(points: readonly Point[]): string {
  const at = ({ x, y }: Point) => `${round(x)},${round(y)}`;
  const bends = points.slice(1, -1).map((point, i) => {
    const [before, after] = [points[i]!, points[i + 2]!];
    return `L${at(towards(point, before))}Q${at(point)} ${at(towards(point, after))}`;
  });
  return `M${at(points[0]!)}${bends.join('')}L${at(points.at(-1)!)}`;
}

/** The point at {@link BEND} from one on the way to another, or half way if that is nearer. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(BEND / length, 0.5);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
