/**
 * Which cells are drawn when, so that a long notebook is usable at once: first what is in view, then in spare time what is near it, then
 * everything else. Editors are made for what is near the view only.
 */

import { useEffect, useState } from 'preact/hooks';

const NEAR_PX = 900;

/** Hears of an element that has come into view, or near it. */
type Seen = () => void;

const inView = new Map<Element, Seen>();
const nearView = new Map<Element, Seen>();

function observerOf(listeners: ReadonlyMap<Element, Seen>, margin: number): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) listeners.get(target)?.();
    },
    { root: document.getElementById('cells'), rootMargin: `${margin}px 0px` },
  );
}

let observers: readonly IntersectionObserver[] | null = null;

/** Calls back when an element is in view, and in spare time when it is near; returns how to end that. */
function watch(target: Element, seen: Seen): () => void {
  observers ??= [observerOf(inView, 0), observerOf(nearView, NEAR_PX)];
  inView.set(target, seen);
  nearView.set(target, () => whenIdle(seen, true));
  for (const observer of observers) observer.observe(target);
  return () => {
    inView.delete(target);
    nearView.delete(target);
    for (const observer of observers ?? []) observer.unobserve(target);
  };
}

/** Whether an element has come near the view; once it has, it stays so. `atOnce`: it is there already. */
export function useNear(element: { readonly current: Element | null }, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    const target = element.current;
    if (near || target === null) return;
    if (!atOnce) return watch(target, () => setNear(true));
    setNear(true);
  }, [near, atOnce, element]);
  return near;
}

/** Whether there has been time to draw what is not in view; the elements come in turn while nothing else is to be done. */
export function useSpareTime(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => whenIdle(() => setReady(true), false), []);
  return ready;
}

/** What waits for spare time: what has an editor to make, and what has not. */
const [editors, others]: [Seen[], Seen[]] = [[], []];
let isWorking = false;

/** Before spare time begins: somebody may want to do something with what has come into view. */
const PAUSE_MS = 200;

function whenIdle(act: Seen, makesEditor: boolean): void {
  (makesEditor ? editors : others).push(act);
  if (isWorking) return;
  isWorking = true;
  setTimeout(() => requestIdleCallback(work), PAUSE_MS);
}

/** Elements without editors that are drawn at once: the drawing comes after the callback, so the time it takes is not known here. */
const AT_ONCE = 4;

function work(): void {
  const next = editors.length > 0 ? editors.splice(0, 1) : others.splice(0, AT_ONCE);
  for (const act of next) act();
  isWorking = editors.length + others.length > 0;
  if (isWorking) requestIdleCallback(work);
}
