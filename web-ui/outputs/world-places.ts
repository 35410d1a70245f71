/**
 * The places of outputs in the shared frame, and the visible part of each: folded parts are invisible. It
 * draws nothing.
 */

/** A rectangle in pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An output with a place on the page, from the top left of the list of cells. */
export interface PlacedOutput {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** The visible part; null: none. */
  readonly seen: Box | null;
}

/** The places of all drawn outputs. */
export function placesIn(list: HTMLElement, elements: ReadonlyMap<string, HTMLElement>): PlacedOutput[] {
  const from = list.getBoundingClientRect();
  return [...elements].map(([id, element]) => {
    const box = element.getBoundingClientRect();
    // a cell out of view has no layout
    const isDrawn = element.checkVisibility({ contentVisibilityAuto: true });
    const seen = isDrawn ? seenOf(element, box) : null;
    return {
      id,
      left: Math.round(box.left - from.left),
      top: Math.round(box.top - from.top),
      width: element.clientWidth,
      seen: seen && moved(seen, -from.left, -from.top),
    };
  });
}

/** The shape of the frame: only these places can be seen or clicked. */
export function cutOut(places: readonly PlacedOutput[]): string {
  const parts = places.flatMap(({ seen }) => {
    if (seen === null) return [];
    const { left, top, right, bottom } = seen;
    return [`M${left} ${top}H${right}V${bottom}H${left}Z`];
  });
  return parts.length === 0 ? 'inset(100%)' : `path('${parts.join('')}')`;
}

/** The part of an output not hidden by a fold or a scrolled box around it. */
function seenOf(element: HTMLElement, box: DOMRect): Box | null {
  let { left, top, right, bottom } = box;
  const outer = element.closest('.outputs-inner');
  for (const around of [element.closest('.output'), outer?.closest('.folded') ? outer : null]) {
    if (!around) continue;
    const edge = around.getBoundingClientRect();
    left = Math.max(left, edge.left);
    right = Math.min(right, edge.right);
    bottom = Math.min(bottom, edge.bottom);
    top = Math.max(top, edge.top);
  }
  // an output without a height is part of the shape, because browsers draw nothing in an invisible frame
  bottom = Math.max(bottom, top === box.top ? top + 1 : top);
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

function moved({ left, top, right, bottom }: Box, x: number, y: number): Box {
  return {
    left: Math.round(left + x),
    top: Math.round(top + y),
    right: Math.round(right + x),
    bottom: Math.round(bottom + y),
  };
}
