/** Joins boxes of a diagram with equal inputs and no outputs: many cells only look at data. */
import type { Diagram, DiagramArrow, DiagramNode } from './diagram.ts';

/** Boxes joined in one, one below the other; most stay single. */
export interface Stack {
  /** The key of its first row, the target of the arrows. */
  readonly id: string;
  readonly rows: readonly DiagramNode[];
}

export interface StackedDiagram {
  readonly stacks: readonly Stack[];
  readonly arrows: readonly DiagramArrow[];
}

/** The least number of equal boxes to join. */
const FEWEST_BOXES = 3;

/** The diagram with stacks: one arrow leads to all of one. */
export function stackAlike({ nodes, arrows }: Diagram): StackedDiagram {
  const stackOf = new Map<string, DiagramNode[]>();
  for (const stack of alike(nodes, arrows)) {
    if (stack.length >= FEWEST_BOXES) for (const { id } of stack) stackOf.set(id, stack);
  }
  const stacks = nodes.flatMap((node): Stack[] => {
    const rows = stackOf.get(node.id) ?? [node];
    return rows[0] === node ? [{ id: node.id, rows }] : [];
  });
  const merged = new Map<string, DiagramArrow>();
  for (const arrow of arrows) {
    const to = stackOf.get(arrow.to)?.[0]?.id ?? arrow.to;
    const pair = JSON.stringify([arrow.from, to]);
    const known = merged.get(pair);
    merged.set(pair, { ...arrow, to, why: [...(known?.why ?? []), ...arrow.why] });
  }
  return { stacks, arrows: [...merged.values()] };
}

function alike(nodes: readonly DiagramNode[], arrows: readonly DiagramArrow[]): Iterable<DiagramNode[]> {
  const giving = new Set(arrows.map(({ from }) => from));
  const incoming = new Map<string, string[]>();
  for (const { from, to, labels, certain, observed } of arrows) {
    const gets = JSON.stringify([from, labels, certain, observed]);
    const known = incoming.get(to);
    if (known === undefined) incoming.set(to, [gets]);
    else known.push(gets);
  }
  const found = new Map<string, DiagramNode[]>();
  for (const node of nodes) {
    const gets = incoming.get(node.id)?.join('\n');
    if (gets === undefined || giving.has(node.id)) continue;
    const known = found.get(gets);
    if (known === undefined) found.set(gets, [node]);
    else known.push(node);
  }
  return found.values();
}
