/** A drawing of the flow, to move and zoom, with the selected cell, and the reason of the arrow under the pointer. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FlowAnswer } from '../../runtime/index.ts';
import { cellSignal } from '../page/notebook-state.ts';
import { active, reveal, select } from '../page/selection.ts';
import { EvidenceView } from './evidence-view.tsx';
import { type Box, follow, pointIn, scaled } from './view-box.ts';

type Drawing = NonNullable<FlowAnswer['drawing']>;
type Stack = Drawing['stacks'][number];
type Row = Stack['rows'][number];
type Arrow = Drawing['arrows'][number];

/** As the server has counted on. */
const ROW_HEIGHT = 20;
const PADDING = 10;
const LETTERS = 34;
/** The letters of a row that stay beside long names of a bow. */
const FEWEST = 8;
/** How many reasons of an arrow are told. */
const REASONS = 6;

/** The drawing with its tools. `isColumn`: arrows are bows beside a column of boxes. `save`: as a file. */
export function GraphDrawing({
  drawing,
  isColumn,
  view,
  save,
}: {
  drawing: Drawing;
  isColumn: boolean;
  view: 'cells' | 'names';
  save: () => void;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const opened = useRef(false);
  const [box, setBox] = useState<Box>({ x: 0, y: 0, width: 1, height: 1 });
  const [shown, setShown] = useState<Arrow | null>(null);
  /** The clicked arrow. */
  const [kept, setKept] = useState<Arrow | null>(null);
  const told = shown ?? kept;
  const chosen = active.value;
  useLayoutEffect(() => {
    // letters keep their size
    const element = svg.current!;
    let before = { width: element.clientWidth, height: element.clientHeight };
    setBox({ x: 0, y: 0, ...before });
    const resized = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      const [wider, higher] = [width / before.width, height / before.height];
      before = { width, height };
      setBox((old) => ({ ...old, width: old.width * wider, height: old.height * higher }));
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  useEffect(() => setKept(null), [drawing]);
  useEffect(() => {
    const found = drawing.stacks.find((stack) => isOf(stack, chosen));
    // a large drawing opens where the notebook begins, not in its empty corner
    const node = found ?? (opened.current ? undefined : drawing.stacks[0]);
    opened.current = true;
    const element = svg.current;
    if (node === undefined || element === null) return;
    setBox((old) => follow(old, node, element, drawing));
  }, [chosen, drawing]);
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
  const stackOf = new Map(drawing.stacks.map((stack) => [stack.id, stack]));
  const touches = ({ from, to }: Arrow) =>
    chosen !== null && [from, to].some((id) => isOf(stackOf.get(id), chosen));
  const near = new Set(drawing.arrows.filter(touches).flatMap(({ from, to }) => [from, to]));
  /** The box at whose end the names of a bow stand: the one that it joins with the selected one. */
  const namedAt = ({ from, to }: Arrow) => (isOf(stackOf.get(to), chosen) ? from : to);
  const taken = new Map<string, number>();
  for (const arrow of isColumn ? drawing.arrows.filter(touches) : [])
    taken.set(namedAt(arrow), Math.max(arrow.text.length + 1, taken.get(namedAt(arrow)) ?? 0));
  // names of bows lie over the boxes, names of arrows beside them
  const boxes = drawing.stacks.map((stack) => (
    <StackBox
      key={stack.id}
      stack={stack}
      isNear={near.has(stack.id)}
      chosen={chosen}
      letters={Math.max(FEWEST, LETTERS - (taken.get(stack.id) ?? 0))}
    />
  ));
  return (
    <>
      <div class="graph-tools">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1 / 1.4)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(1.4)}>
          −
        </button>
        <button
          type="button"
          onClick={() => setBox({ x: 0, y: 0, width: drawing.width, height: drawing.height })}
        >
          All
        </button>
        <button type="button" title="Save the drawing as an SVG" onClick={save}>
          Save
        </button>
      </div>
      <svg
        ref={svg}
        class={isColumn ? `column ${near.size > 0 ? 'with-near' : ''}` : ''}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        preserveAspectRatio="xMinYMin meet"
        onWheel={wheel}
        onPointerDown={drag}
        aria-label={`What flows between ${view}`}
      >
        <defs>
          <marker
            id="arrow-head"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path class="arrow-head" d="M0,0L8,4L0,8z" />
          </marker>
        </defs>
        {isColumn && boxes}
        {drawing.arrows
          .toSorted((a, b) => Number(touches(a)) - Number(touches(b)))
          .map((arrow) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: its title says the same, as does the slice panel
            <g
              key={`${arrow.from} ${arrow.to}`}
              class={`edge ${edgeKind(arrow)} ${touches(arrow) ? 'touched' : ''} ${arrow === kept ? 'kept' : ''}`}
              onMouseEnter={() => setShown(arrow)}
              onMouseLeave={() => setShown(null)}
              onClick={() => setKept(arrow)}
            >
              <title>{arrow.why.join('\n')}</title>
              <path class="edge-reach" d={arrow.path} />
              <path d={arrow.path} marker-end="url(#arrow-head)" />
              {isColumn ? (
                touches(arrow) && <BowText arrow={arrow} at={stackOf.get(namedAt(arrow))} />
              ) : (
                <text x={arrow.x} y={arrow.y + 3}>
                  {arrow.text}
                </text>
              )}
            </g>
          ))}
        {!isColumn && boxes}
      </svg>
      <Told arrow={told} />
      {kept !== null && told === kept && view === 'cells' && kept.observed && (
        <EvidenceView of={{ type: 'cell', cell: kept.to }} needed={kept.from} />
      )}
    </>
  );
}

/** The names of a bow, at the end of the box that it joins with the selected one. */
function BowText({ arrow, at }: { arrow: Arrow; at: Stack | undefined }) {
  if (at === undefined) return null;
  return (
    <text class="bow-text" x={at.x + at.width - 5} y={at.y + at.height / 2 + 4}>
      {arrow.text}
    </text>
  );
}

function Told({ arrow }: { arrow: Arrow | null }) {
  if (arrow === null)
    return (
      <p class="graph-note">
        Drag to move; Ctrl and wheel to zoom. Point at an arrow to see why it is there. Dashed: not certain.
        Green: runs have shown it.
      </p>
    );
  const more = arrow.why.length - REASONS;
  return (
    <div class="graph-note">
      {arrow.why.length === 0 && <p>through other cells</p>}
      {arrow.why.slice(0, REASONS).map((why) => (
        <p key={why}>{why}</p>
      ))}
      {more > 0 && <p>and {more} more</p>}
    </div>
  );
}

/** A box. `letters`: of its rows, as many as have room beside names of bows. */
function StackBox({
  stack,
  isNear,
  chosen,
  letters,
}: {
  stack: Stack;
  isNear: boolean;
  chosen: string | null;
  letters: number;
}) {
  const { x, y, width, height, rows } = stack;
  const isChosen = isOf(stack, chosen);
  return (
    <g class={`node ${isChosen ? 'chosen' : isNear ? 'near' : ''} ${stack.isAlone ? 'alone' : ''}`}>
      <rect x={x} y={y} width={width} height={height} rx="4" />
      {rows.map((row, at) => (
        <RowText
          key={row.id}
          row={row}
          x={x}
          y={y + at * ROW_HEIGHT}
          width={width}
          chosen={chosen}
          letters={letters}
        />
      ))}
    </g>
  );
}

function RowText({
  row,
  x,
  y,
  width,
  chosen,
  letters,
}: {
  row: Row;
  x: number;
  y: number;
  width: number;
  chosen: string | null;
  letters: number;
}) {
  const [first] = row.cells;
  const states = row.cells.map((cell) => cellSignal(cell)?.value.state ?? 'unrun');
  const go = () => {
    if (first === undefined) return;
    select(first);
    reveal(first, 'center');
  };
  const text = row.label.length > letters ? `${row.label.slice(0, letters - 1)}…` : row.label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG has no buttons
    <g
      class={`row node-${states[0]} ${chosen !== null && row.cells.includes(chosen) ? 'chosen-row' : ''}`}
      role="button"
      tabIndex={0}
      aria-label={text}
      onClick={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
      }}
    >
      <title>{row.label}</title>
      <rect x={x + 2} y={y + 2} width={width - 4} height={ROW_HEIGHT + 2} rx="3" />
      <text x={x + PADDING} y={y + ROW_HEIGHT - 3}>
        {text}
      </text>
    </g>
  );
}

function edgeKind({ certain, observed }: Arrow): string {
  return observed ? 'seen' : certain ? '' : 'unsure';
}

function isOf(stack: Stack | undefined, cell: string | null): boolean {
  return cell !== null && stack?.rows.some(({ cells }) => cells.includes(cell)) === true;
}
