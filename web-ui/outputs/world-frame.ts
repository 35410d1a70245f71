/**
 * Runs in the single frame with all of a notebook's outputs with scripts, so that a library loaded by one of
 * them is there for the next. It has no origin, and can ask the page for nothing: it receives contents and
 * places, and reports heights.
 */

import { addedScriptsLoaded, watchAddedScripts } from './added-scripts.ts';
import { drawContent, type FrameContent } from './draw-content.ts';
import { takeShippedScripts } from './shipped-scripts.ts';
import { markTheme } from './theme-mark.ts';

takeShippedScripts();

/** The place of an output, from the top left of the frame. */
export interface OutputBox {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly isShown: boolean;
}

/** A message of the page. */
export type ToWorld =
  | { readonly type: 'draw'; readonly id: string; readonly content: FrameContent }
  | { readonly type: 'drop'; readonly id: string }
  | { readonly type: 'places'; readonly places: readonly OutputBox[]; readonly width: number };

/** A message of the frame. */
export type FromWorld =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly id: string; readonly height: number };

const boxes = new Map<string, HTMLElement>();
const ids = new WeakMap<Element, string>();
const told = new WeakMap<Element, number>();
/** The places sent by the page; outputs without one are drawn as wide as cells. */
let standing = new Map<string, OutputBox>();
let columnWidth = 0;
/** Scripts run in the order in which the page sent their outputs, each after the end of the one before. */
let last: Promise<void> = Promise.resolve();

const heights = new ResizeObserver((entries) => {
  for (const { target } of entries) tellHeight(target as HTMLElement);
});

// browsers do not draw an invisible frame, and observe no sizes in it: so each new content reports its height
// too
let telling: ReturnType<typeof setTimeout> | undefined;
const additions = new MutationObserver(() => {
  if (telling !== undefined) return;
  telling = setTimeout(() => {
    telling = undefined;
    for (const box of boxes.values()) tellHeight(box);
  }, 50);
});

addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  const said = data as ToWorld;
  switch (said.type) {
    case 'draw':
      last = last.then(() => draw(said.id, said.content)).catch(() => {});
      break;
    case 'drop':
      last = last.then(() => drop(said.id));
      break;
    case 'places':
      columnWidth = said.width;
      standing = new Map(said.places.map((place) => [place.id, place]));
      for (const [id, box] of boxes) stand(id, box);
  }
});

async function draw(id: string, content: FrameContent): Promise<void> {
  drop(id);
  const box = document.createElement('div');
  box.className = 'world-output';
  boxes.set(id, box);
  ids.set(box, id);
  stand(id, box);
  document.body.append(box);
  heights.observe(box);
  const before = current;
  current = box;
  try {
    await drawContent(content, box);
    await addedScriptsLoaded();
  } finally {
    current = before;
  }
}

function drop(id: string): void {
  const box = boxes.get(id);
  if (box === undefined) return;
  heights.unobserve(box);
  box.remove();
  boxes.delete(id);
}

function stand(id: string, { style }: HTMLElement): void {
  const place = standing.get(id);
  style.left = `${place?.left ?? 0}px`;
  style.top = `${place?.top ?? 0}px`;
  style.width = `${place?.width ?? columnWidth}px`;
  // not `display: none`: scripts measure their elements
  style.visibility = place?.isShown ? 'visible' : 'hidden';
}

function tellHeight(box: HTMLElement): void {
  const id = ids.get(box);
  if (id === undefined || !box.isConnected) return;
  const height = Math.ceil(box.getBoundingClientRect().height);
  if (told.get(box) === height) return;
  told.set(box, height);
  tell({ type: 'height', id, height });
}

function tell(said: FromWorld): void {
  parent.postMessage(said, '*');
}

/** The output whose scripts run. */
let current: HTMLElement | null = null;

// Two outputs may have the same ids, such as two runs of a cell: scripts find the ids of their own output
// first.
const byId = document.getElementById.bind(document);
const bySelector = document.querySelector.bind(document);
document.getElementById = (id: string) =>
  current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? byId(id);
document.querySelector = ((selector: string) =>
  current?.querySelector(selector) ?? bySelector(selector)) as typeof document.querySelector;

// it would replace all outputs by its text
document.write = (...parts: string[]) => {
  const place = document.currentScript ?? current?.lastElementChild;
  if (place) place.insertAdjacentHTML('afterend', parts.join(''));
  else (current ?? document.body).insertAdjacentHTML('beforeend', parts.join(''));
};
document.writeln = document.write;

addEventListener('DOMContentLoaded', () => {
  markTheme();
  const style = document.createElement('style');
  style.textContent = `
    html, body { margin: 0; overflow: hidden; }
    body { font: 13px system-ui, sans-serif; }
    .world-output { position: absolute; box-sizing: border-box; display: flow-root; overflow-x: auto; }
    .script-error { margin: 0; font: 12.5px/1.5 ui-monospace, monospace; white-space: pre-wrap; color: light-dark(#a3293a, #f0949f); }`;
  document.head.append(style);
  watchAddedScripts();
  additions.observe(document.body, { childList: true, characterData: true, subtree: true });
  tell({ type: 'ready' });
});
