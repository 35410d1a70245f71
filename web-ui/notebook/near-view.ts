/**
 * Decides when cells are drawn, so that a long notebook is usable at once: first the cells in view, then in
 * spare time the cells near it, then all others. Only cells near the view get editors.
 */

import { useEffect, useState } from 'preact/hooks';

const NEAR_PX = 900;

/** Called for an element that has come into view, or near it. */
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

/** Calls back at once for an element in view, and in spare time for one near it; returns a function to stop. */
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

/** Whether an element has been near the view at any time. `atOnce`: true from the start. */
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

/** Whether there has been time to draw elements out of view; they get their turns while nothing else is to do. */
export function useSpareTime(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => whenIdle(() => setReady(true), false), []);
  return ready;
}

/** The callbacks that wait for spare time: for elements with editors, and for others. */
const [editors, others]: [Seen[], Seen[]] = [[], []];
let isWorking = false;

/** The wait before spare time begins, because a person may use the elements that have come into view. */
const PAUSE_MS = 200;

function whenIdle(act: Seen, makesEditor: boolean): void {
  (makesEditor ? editors : others).push(act);
  if (isWorking) return;
  isWorking = true;
  setTimeout(() => requestIdleCallback(work), PAUSE_MS);
}

/**
 * The number of elements without editors drawn at once: drawing comes after the callback, so its time is
 * unknown here.
 */
const AT_ONCE = 4;

function work(): void {
  const next = editors.length > 0 ? editors.splice(0, 1) : others.splice(0, AT_ONCE);
  for (const act of next) act();
  isWorking = editors.length + others.length > 0;
  if (isWorking) requestIdleCallback(work);
}
