/**
 * The drawing of a notebook with many cells: one box a cell, one below the other in the order of the page, and arrows as bows at their left,
 * the wider the further they reach. Names stay readable however many cells there are. Drawing is done elsewhere.
 */
import type { Diagram, DiagramArrow } from './diagram.ts';
import { ARROW_TEXT, boxWidth, type PlacedDiagram, ROW_HEIGHT, shortened } from './lay-out.ts';

const BOX_HEIGHT = ROW_HEIGHT + 6;
const STEP = BOX_HEIGHT + 4;
const MARGIN = 12;
/** The room for bows: of short arrows, and of the longest ones. */
const NARROWEST = 12;
const WIDEST = 110;

/** The places. `aside`: cells whose arrows are left out, because almost all cells need them (imports, settings). */
export function placeInColumn({ nodes, arrows }: Diagram, aside: ReadonlySet<string>): PlacedDiagram {
  const shown = arrows.filter(({ from, to }) => !aside.has(from) && !aside.has(to));
  const at = new Map(nodes.map(({ id }, index) => [id, index]));
  const joined = new Set(shown.flatMap(({ from, to }) => [from, to]));
  const reach = ({ from, to }: DiagramArrow) => Math.abs(at.get(to)! - at.get(from)!);
  const longest = Math.max(1, ...shown.map(reach));
  const bow = (arrow: DiagramArrow) =>
    NARROWEST + (WIDEST - NARROWEST) * Math.sqrt((reach(arrow) - 1) / Math.max(1, longest - 1));
  const left = MARGIN + Math.max(0, ...shown.map(bow));
  const middle = (id: string) => MARGIN + at.get(id)! * STEP + BOX_HEIGHT / 2;
  const width = Math.max(0, ...nodes.map(({ label }) => boxWidth(label)));
  return {
    stacks: nodes.map((node, index) => ({
      id: node.id,
      rows: [node],
      x: left,
      y: MARGIN + index * STEP,
      width,
      height: BOX_HEIGHT,
      isAlone: !joined.has(node.id),
    })),
    arrows: shown.map((arrow) => {
      // they leave a box below its middle, and arrive above it
      const [from, to] = [middle(arrow.from) + 4, middle(arrow.to) - 4];
      const x = left - bow(arrow);
      const path = `M${left},${from}C${x},${from} ${x},${to} ${left},${to}`;
      const text = shortened(arrow.labels.join(', '), ARROW_TEXT);
      return { ...arrow, path, text, x: left + width, y: to + 4 };
    }),
    width: left + width + MARGIN,
    height: 2 * MARGIN + nodes.length * STEP,
  };
}
