/** Elements in which extensions draw: an output, and a panel at the side. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AddedPanel } from '../page/page-parts.ts';
import { addedPanels, type Renderer } from './added-parts.ts';
import { contained } from './contained.ts';

/** An output drawn by an extension. */
export function AddedOutput({ renderer, data }: { renderer: Renderer; data: unknown }) {
  const { extension, mime, draw } = renderer;
  const host = useDrawing(extension, `in an output of ${mime}`, (element) => draw(data, element), [
    renderer,
    data,
  ]);
  return <div class="added-output" ref={host} />;
}

/** The content of a panel, drawn by an extension. */
export function AddedPanelView({ which }: { which: AddedPanel }) {
  const panel = addedPanels.value.find(({ id }) => id === which);
  const host = useDrawing(
    panel?.extension ?? '',
    `in its panel ${panel?.title}`,
    (element) => panel?.draw(element),
    [panel],
  );
  return <div class="added-panel" ref={host} />;
}

/** Has an extension draw in an element, again after a change, and undoes the drawing. */
function useDrawing(
  extension: string,
  doing: string,
  draw: (element: HTMLElement) => unknown,
  after: readonly unknown[],
) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = host.current!;
    const undo = contained(extension, doing, () => draw(element));
    return () => {
      if (typeof undo === 'function') contained(extension, doing, undo as () => unknown);
      element.replaceChildren();
    };
  }, after);
  return host;
}
