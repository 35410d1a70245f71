/**
 * The drawing of an information flow graph: boxes and arrows, of cells or of names, all or one name's. This file says
 * neither where they stand nor how they look.
 */
import { cellTitle } from '../words/cell-title.ts';
import type { Flow, InformationFlow } from './graph.ts';

/**
 * `cells`: boxes are cells, and arrows the flows between them; `names`: boxes are names, and an arrow leads
 * from a name that a cell reads to a name that it gives.
 */
export const DIAGRAM_VIEWS = ['cells', 'names'] as const;
export type DiagramView = (typeof DIAGRAM_VIEWS)[number];

/** A cell or a name. */
export interface DiagramNode {
  readonly id: string;
  /** `cell 3: df = pd.read_csv(…)`, or the name. */
  readonly label: string;
  /** For a name, the cells that give it; for a cell, itself. */
  readonly cells: readonly string[];
}

/** All flows from one node to another. */
export interface DiagramArrow {
  readonly from: string;
  readonly to: string;
  /**
   * The names of the flows; between names, the cell of the flow (`cell 3`). Empty for indirect arrows of a
   * closed graph.
   */
  readonly labels: readonly string[];
  /** Some flow of the arrow is certain. */
  readonly certain: boolean;
  /** Some flow of the arrow was observed. */
  readonly observed: boolean;
  readonly why: readonly string[];
}

/** Boxes and arrows. */
export interface Diagram {
  readonly nodes: readonly DiagramNode[];
  readonly arrows: readonly DiagramArrow[];
}

/** The choice of the drawing. */
export interface DiagramOptions {
  readonly view: DiagramView;
  /** Only flows of this name; null: all. */
  readonly name: string | null;
  /** The text of each cell. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The diagram of a graph. */
export function diagramOf(graph: InformationFlow, { view, name, sources }: DiagramOptions): Diagram {
  const whole = view === 'cells' ? ofCells(graph, sources, name) : ofNames(graph);
  if (name === null) return whole;
  const arrows =
    view === 'cells' ? whole.arrows : whole.arrows.filter(({ from, to }) => from === name || to === name);
  const kept = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  return { nodes: whole.nodes.filter(({ id }) => kept.has(id) || id === name), arrows };
}

/** Leaves out empty cells, which have no flows. */
function ofCells(graph: InformationFlow, sources: ReadonlyMap<string, string>, name: string | null): Diagram {
  const between = new Map<string, Flow[]>();
  const key = (from: string, to: string) => JSON.stringify([from, to]);
  for (const flow of graph.flows) {
    if (name !== null && flow.name !== name) continue;
    const pair = key(flow.from, flow.to);
    const known = between.get(pair);
    if (known === undefined) between.set(pair, [flow]);
    else known.push(flow);
  }
  const arrows = graph.dependencies.flatMap(({ cell, needs }) =>
    needs.flatMap((from): DiagramArrow[] => {
      const flows = between.get(key(from, cell));
      if (flows === undefined && name !== null) return [];
      return [arrowOf(from, cell, flows ?? [], (flow) => flow.name)];
    }),
  );
  const touched = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  const nodes = graph.cells
    .filter(({ cell }) => touched.has(cell) || sources.get(cell)?.trim() !== '')
    .map(({ cell, index }) => ({
      id: cell,
      label: `cell ${index}: ${cellTitle(sources.get(cell) ?? '')}`.replace(/: $/, ''),
      cells: [cell],
    }));
  return { nodes, arrows };
}

/** Draws an arrow from each name that a cell reads to each name that it gives. */
function ofNames(graph: InformationFlow): Diagram {
  const incoming = new Map<string, Flow[]>();
  for (const flow of graph.flows) incoming.set(flow.to, [...(incoming.get(flow.to) ?? []), flow]);
  const givers = new Map<string, string[]>();
  const through = new Map<string, { from: string; to: string; flows: Flow[] }>();
  for (const { cell, outputs, defines } of graph.cells) {
    for (const given of [...outputs, ...defines]) {
      givers.set(given, [...(givers.get(given) ?? []), cell]);
      for (const flow of incoming.get(cell) ?? []) {
        if (flow.name === given) continue;
        const pair = JSON.stringify([flow.name, given]);
        const known = through.get(pair) ?? { from: flow.name, to: given, flows: [] };
        known.flows.push(flow);
        through.set(pair, known);
      }
    }
  }
  const places = new Map(graph.cells.map(({ cell, index }) => [cell, index]));
  return {
    nodes: [...givers].map(([name, cells]) => ({ id: name, label: name, cells })),
    arrows: [...through.values()].map(({ from, to, flows }) =>
      arrowOf(from, to, flows, (flow) => `cell ${places.get(flow.to)!}`),
    ),
  };
}

function arrowOf(
  from: string,
  to: string,
  flows: readonly Flow[],
  labelOf: (flow: Flow) => string,
): DiagramArrow {
  return {
    from,
    to,
    labels: [...new Set(flows.map(labelOf))],
    certain: flows.some(({ certain }) => certain),
    observed: flows.some(({ seen }) => seen),
    why: [...new Set(flows.map(({ why }) => why))],
  };
}
