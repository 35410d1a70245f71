/**
 * Decides when cells are drawn, so that a long notebook is usable at once: first the cells in view, then in
 * spare time the cells near it, then all others. Only cells near the view get editors.
 */

import { useEffect, useState } from 'preact/hooks';

const NEAR_PX = 900;

/** Called for an element that has come into view, or near it. */
type Seen = () => void;

const listeners = new Map<Element, Seen>();

/** Calls back for elements that come within a margin of the view. */
function observerOf(margin: number, come: (entry: IntersectionObserverEntry) => void): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) come(entry);
    },
    { root: document.getElementById('cells'), rootMargin: `${margin}px 0px` },
  );
}

interface Observers {
  readonly near: IntersectionObserver;
  /** Of elements near the view only: each observed element costs time in each frame. */
  readonly inView: IntersectionObserver;
}

let observers: Observers | null = null;

function makeObservers(): Observers {
  const inView = observerOf(0, ({ target }) => listeners.get(target)?.());
  const near = observerOf(NEAR_PX, (entry) => {
    const { target } = entry;
    if (isInView(entry)) return listeners.get(target)?.();
    near.unobserve(target);
    inView.observe(target);
    whenIdle(() => listeners.get(target)?.(), true);
  });
  return { near, inView };
}

/** Whether an element that is near the view is in it. */
function isInView({ boundingClientRect: { top, bottom }, rootBounds }: IntersectionObserverEntry): boolean {
  return rootBounds !== null && bottom > rootBounds.top + NEAR_PX && top < rootBounds.bottom - NEAR_PX;
}

/** Calls back at once for an element in view, and in spare time for one near it; returns a function to stop. */
function watch(target: Element, seen: Seen): () => void {
  observers ??= makeObservers();
  const { near, inView } = observers;
  listeners.set(target, seen);
  near.observe(target);
  return () => {
    listeners.delete(target);
    near.unobserve(target);
    inView.unobserve(target);
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
