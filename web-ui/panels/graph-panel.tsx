/** The dependence graph of cells, to move and zoom, with the selection in it. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cellTitle } from '../../slicer/cell-title.ts';
import { cellNumber } from '../page/cell-numbers.ts';
import { cellSignal, line, notebook, order } from '../page/notebook-state.ts';
import { active, reveal, select } from '../page/selection.ts';
import { EvidenceView } from './evidence-view.tsx';
import { NODE_HEIGHT, NODE_WIDTH, type PlacedEdge, type PlacedGraph, placeGraph } from './graph-layout.ts';

/** Characters that fit into a node. */
const LABEL = 27;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The panel; it asks again when something has run. */
export function GraphPanel() {
  const [graph, setGraph] = useState<PlacedGraph | string | null>(null);
  const state = notebook.value?.kernel.state;
  const cells = order.value;
  useEffect(() => {
    if (state === 'busy') return;
    let current = true;
    void line()
      .ask({ ask: 'graph' })
      .then((answer) => {
        if (!current) return;
        if (answer.to === 'graph') setGraph(placeGraph(cells, answer.edges));
        if (answer.to === 'failed') setGraph(answer.message);
      });
    return () => {
      current = false;
    };
  }, [state, cells]);
  if (graph === null) return <p class="panel-note">Asking …</p>;
  if (typeof graph === 'string') return <p class="panel-note">{graph}</p>;
  if (graph.nodes.length === 0) return <p class="panel-note">Dependences appear here when cells have run.</p>;
  return <Drawing graph={graph} />;
}

function Drawing({ graph }: { graph: PlacedGraph }) {
  const svg = useRef<SVGSVGElement>(null);
  const [box, setBox] = useState<Box>({ x: 0, y: 0, width: 1, height: 1 });
  const [shown, setShown] = useState<PlacedEdge | null>(null);
  /** The edge that was clicked. */
  const [kept, setKept] = useState<PlacedEdge | null>(null);
  const told = shown ?? kept;
  const chosen = active.value;
  useLayoutEffect(() => {
    // letters keep their size
    setBox({ x: 0, y: 0, width: svg.current!.clientWidth, height: svg.current!.clientHeight });
  }, []);
  useEffect(() => {
    const node = graph.nodes.find(({ id }) => id === chosen);
    const element = svg.current;
    if (node === undefined || element === null) return;
    setBox((old) => follow(old, node, element, graph));
  }, [chosen, graph]);
  const zoom = (factor: number, at?: { readonly x: number; readonly y: number }) =>
    setBox((old) => scaled(old, factor, at));
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = pointIn(svg.current!, box, event);
    if (event.ctrlKey || event.metaKey) zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, { x, y });
    else {
      const scale = box.width / svg.current!.clientWidth;
      setBox({ ...box, x: box.x + event.deltaX * scale, y: box.y + event.deltaY * scale });
    }
  };
  const drag = (event: PointerEvent) => {
    if ((event.target as Element).closest('.node') !== null) return;
    const start = { x: event.clientX, y: event.clientY };
    const scale = box.width / svg.current!.clientWidth;
    const move = ({ clientX, clientY }: PointerEvent) =>
      setBox({ ...box, x: box.x - (clientX - start.x) * scale, y: box.y - (clientY - start.y) * scale });
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
  };
  const near = new Set(
    graph.edges
      .filter((edge) => edge.from === chosen || edge.to === chosen)
      .flatMap(({ from, to }) => [from, to]),
  );
  return (
    <div class="graph">
      <div class="graph-tools">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1 / 1.4)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(1.4)}>
          −
        </button>
        <button
          type="button"
          onClick={() => setBox({ x: 0, y: 0, width: graph.width, height: graph.height })}
        >
          All
        </button>
      </div>
      <svg
        ref={svg}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        preserveAspectRatio="xMinYMin meet"
        onWheel={wheel}
        onPointerDown={drag}
        aria-label="Dependences between cells"
      >
        {graph.edges
          .toSorted((a, b) => Number(touches(a, chosen)) - Number(touches(b, chosen)))
          .map((edge) => {
            const touched = touches(edge, chosen);
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the slice panel says the same in text
              <path
                key={`${edge.from} ${edge.to}`}
                class={`edge ${touched ? 'touched' : ''} ${edge === kept ? 'kept' : ''}`}
                d={edge.path}
                onMouseEnter={() => setShown(edge)}
                onMouseLeave={() => setShown(null)}
                onClick={() => setKept(edge)}
              />
            );
          })}
        {graph.nodes.map(({ id, x, y }) => (
          <Node key={id} id={id} x={x} y={y} kind={id === chosen ? 'chosen' : near.has(id) ? 'near' : ''} />
        ))}
      </svg>
      <p class="graph-note">
        {told === null
          ? 'Drag to move; Ctrl and wheel to zoom. Point at an edge to see through which names; click it for the reads and writes.'
          : `${labelOf(told.from)} → ${labelOf(told.to)}: ${told.symbols.join(', ')}`}
      </p>
      {kept !== null && (shown === null || shown === kept) && (
        <EvidenceView of={{ type: 'cell', cell: kept.to }} needed={kept.from} />
      )}
    </div>
  );
}

function Node({ id, x, y, kind }: { id: string; x: number; y: number; kind: string }) {
  const state = cellSignal(id)?.value.state ?? 'unrun';
  const go = () => {
    select(id);
    reveal(id, 'center');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG has no buttons
    <g
      class={`node ${kind} node-${state}`}
      role="button"
      tabIndex={0}
      aria-label={labelOf(id)}
      onClick={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
      }}
    >
      <rect x={x} y={y} width={NODE_WIDTH} height={NODE_HEIGHT} rx="4" />
      <text x={x + 8} y={y + 16}>
        {labelOf(id)}
      </text>
    </g>
  );
}

/** Edges of the chosen cell are drawn over the others. */
function touches({ from, to }: PlacedEdge, cell: string | null): boolean {
  return from === cell || to === cell;
}

function labelOf(id: string): string {
  const cell = cellSignal(id)?.peek();
  const label = `${cellNumber(id) ?? ''}  ${cellTitle(cell?.source ?? '') || id}`;
  return label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label;
}

function scaled(box: Box, factor: number, at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }): Box {
  return {
    x: at.x - (at.x - box.x) * factor,
    y: at.y - (at.y - box.y) * factor,
    width: box.width * factor,
    height: box.height * factor,
  };
}

function pointIn(svg: SVGSVGElement, box: Box, event: MouseEvent): { x: number; y: number } {
  const area = svg.getBoundingClientRect();
  return {
    x: box.x + ((event.clientX - area.left) / area.width) * box.width,
    y: box.y + ((event.clientY - area.top) / area.height) * box.height,
  };
}

/** Moves the view so that a node is in it, with no more empty space than needed. */
function follow(
  box: Box,
  { x, y }: { readonly x: number; readonly y: number },
  svg: SVGSVGElement,
  graph: PlacedGraph,
): Box {
  const { width } = box;
  const height = (width * svg.clientHeight) / svg.clientWidth;
  const inside = x > box.x && x + NODE_WIDTH < box.x + width && y > box.y && y + NODE_HEIGHT < box.y + height;
  if (inside) return box;
  return {
    x: within(x + NODE_WIDTH / 2 - width / 2, graph.width - width),
    y: within(y - height / 2, graph.height - height),
    width,
    height,
  };
}

/** A position from 0 to the last; of what is smaller than its place, 0. */
function within(position: number, last: number): number {
  return Math.max(0, Math.min(last, position));
}
