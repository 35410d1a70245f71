/** The visible part of a drawing: zoomed, moved to a box. It draws nothing. */

/** A part of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box larger or smaller by a factor; the point `at` stays. */
export function scaled(
  box: Box,
  factor: number,
  at = { x: box.x + box.width / 2, y: box.y + box.height / 2 },
): Box {
  return {
    x: at.x - (at.x - box.x) * factor,
    y: at.y - (at.y - box.y) * factor,
    width: box.width * factor,
    height: box.height * factor,
  };
}

/** The point of the drawing under the pointer. */
export function pointIn(svg: SVGSVGElement, box: Box, event: MouseEvent): { x: number; y: number } {
  const area = svg.getBoundingClientRect();
  return {
    x: box.x + ((event.clientX - area.left) / area.width) * box.width,
    y: box.y + ((event.clientY - area.top) / area.height) * box.height,
  };
}

/** Moves the view to a box, with no more empty space than needed. */
export function follow(box: Box, node: Box, svg: SVGSVGElement, drawing: Pick<Box, 'width' | 'height'>): Box {
  const { width } = box;
  const height = (width * svg.clientHeight) / svg.clientWidth;
  const { x, y } = node;
  const inside = x > box.x && x + node.width < box.x + width && y > box.y && y + node.height < box.y + height;
  if (inside) return box;
  return {
    x: within(x + node.width / 2 - width / 2, drawing.width - width),
    y: within(y + node.height / 2 - height / 2, drawing.height - height),
    width,
    height,
  };
}

/** A position from 0 to the last; 0 for a drawing smaller than the view. */
function within(position: number, last: number): number {
  return Math.max(0, Math.min(last, position));
}
