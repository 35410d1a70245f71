/**
 * The frame shared by all outputs with scripts of a trusted notebook: it lies over the cells, has no origin,
 * and is clipped to the places of these outputs. `world-contents.ts` chooses its content; `world-frame.ts`
 * runs inside it.
 */

import { computed, effect, type Signal, signal, useComputed } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { cellSignal, order } from '../page/notebook-state.ts';
import type { FrameContent } from './draw-content.ts';
import { worldContents } from './world-contents.ts';
import type { FromWorld, OutputBox, ToWorld } from './world-frame.ts';
import { cutOut, placesIn } from './world-places.ts';

/** The limit of an output's height, in pixels. */
const HIGHEST = 20_000;

/** The place of an output in its notebook; null: it is shown elsewhere, and has a frame of its own. */
export const OutputPlace = createContext<string | null>(null);

const contents = computed(() => worldContents(order.value.flatMap((id) => cellSignal(id)?.value ?? [])));
const isNeeded = computed(() => contents.value.size > 0);

const heights = new Map<string, Signal<number>>();
const elements = new Map<string, HTMLElement>();
const changes = new EventTarget();

function heightOf(id: string): Signal<number> {
  const known = heights.get(id) ?? signal(0);
  heights.set(id, known);
  return known;
}

/** The place of this output in the shared frame, if it is drawn there. */
export function useWorldPlace(): string | null {
  const place = useContext(OutputPlace);
  return useComputed(() => place !== null && contents.value.has(place)).value ? place : null;
}

/** Reserves room for an output drawn by the shared frame. */
export function WorldOutput({ place }: { place: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    elements.set(place, element.current!);
    changes.dispatchEvent(new Event('place'));
    return () => {
      elements.delete(place);
      changes.dispatchEvent(new Event('place'));
    };
  }, [place]);
  const height = Math.min(HIGHEST, heightOf(place).value);
  return <div class="world-place" ref={element} style={{ height: `${height}px` }} />;
}

/** The frame. */
export function OutputWorld() {
  return isNeeded.value ? <WorldFrame /> : null;
}

function WorldFrame() {
  const frame = useRef<HTMLIFrameElement>(null);
  // before the frame sends its only message that it is ready
  useLayoutEffect(() => drive(frame.current!), []);
  return (
    <iframe
      ref={frame}
      class="output-world"
      title="Outputs with scripts"
      sandbox="allow-scripts allow-popups allow-downloads"
      src="/assets/world.html"
    />
  );
}

/** Sends the frame the contents and places of outputs, until it is removed. */
function drive(frame: HTMLIFrameElement): () => void {
  const list = frame.parentElement!;
  const stops: (() => void)[] = [];
  const tell = (said: ToWorld) => frame.contentWindow?.postMessage(said, '*');
  let told = '';
  let asked = 0;
  const arrange = (): void => {
    asked = 0;
    const places = placesIn(list, elements);
    frame.style.height = `${list.clientHeight}px`;
    frame.style.clipPath = cutOut(places);
    const plain: OutputBox[] = places.map(({ seen, ...place }) => ({ ...place, isShown: seen !== null }));
    const said = { type: 'places', places: plain, width: columnWidth(list) } as const;
    const text = JSON.stringify(said);
    if (text !== told) tell(said);
    told = text;
  };
  const ask = (): void => {
    if (asked === 0) asked = requestAnimationFrame(arrange);
  };
  const begin = (): void => {
    // earlier messages were lost, because the frame was not ready
    told = '';
    arrange();
    stops.push(tellContents(tell));
  };
  const listen = ({ data, source }: MessageEvent): void => {
    if (source !== frame.contentWindow) return;
    const said = data as FromWorld;
    if (said.type === 'ready') begin();
    else if (said.type === 'height') heightOf(String(said.id)).value = Number(said.height) || 0;
  };
  window.addEventListener('message', listen);
  changes.addEventListener('place', ask);
  list.addEventListener('contentvisibilityautostatechange', ask, true);
  list.addEventListener('scroll', ask, true);
  const sizes = new ResizeObserver(ask);
  sizes.observe(list);
  const moves = new MutationObserver((records) => {
    if (records.some(({ target }) => target !== frame)) ask();
  });
  moves.observe(list, { childList: true, subtree: true, attributeFilter: ['class', 'style', 'hidden'] });
  stops.push(
    () => window.removeEventListener('message', listen),
    () => changes.removeEventListener('place', ask),
    () => list.removeEventListener('contentvisibilityautostatechange', ask, true),
    () => list.removeEventListener('scroll', ask, true),
    () => sizes.disconnect(),
    () => moves.disconnect(),
    () => cancelAnimationFrame(asked),
  );
  return () => {
    for (const stop of stops) stop();
    heights.clear();
  };
}

/** Sends the present contents, and then each change; returns a function to stop. */
function tellContents(tell: (said: ToWorld) => void): () => void {
  let before: ReadonlyMap<string, FrameContent> = new Map();
  return effect(() => {
    const now = contents.value;
    for (const id of before.keys()) if (!now.has(id)) tell({ type: 'drop', id });
    for (const [id, content] of now) {
      const old = before.get(id);
      if (old === undefined || textOf(old) !== textOf(content)) tell({ type: 'draw', id, content });
    }
    before = now;
  });
}

function textOf(content: FrameContent): string {
  return content.type === 'html' ? content.html : content.code;
}

/** The width of outputs that have never been in view: as wide as the others, or about as wide as the cells. */
function columnWidth(list: HTMLElement): number {
  const [shown] = elements.values();
  return shown?.clientWidth || Math.max(200, list.clientWidth - 130);
}
