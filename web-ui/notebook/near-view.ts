/**
 * Which cells are near what is in view: editors are made for those only, and outputs first for those, so that a long notebook is
 * usable at once.
 */

import { useEffect, useState } from 'preact/hooks';

const MARGIN_PX = 900;

const callbacks = new Map<Element, (near: boolean) => void>();
let observer: IntersectionObserver | null = null;

function theObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) callbacks.get(entry.target)?.(entry.isIntersecting);
    },
    { root: document.getElementById('cells'), rootMargin: `${MARGIN_PX}px 0px` },
  );
  return observer;
}

/** Whether an element has come near the view; once it has, it stays so. */
export function useNear(element: { readonly current: Element | null }, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    const target = element.current;
    if (near || target === null) return;
    if (atOnce) {
      setNear(true);
      return;
    }
    callbacks.set(target, (is) => {
      if (is) setNear(true);
    });
    theObserver().observe(target);
    return () => {
      callbacks.delete(target);
      theObserver().unobserve(target);
    };
  }, [near, atOnce, element]);
  return near;
}

const waiting: (() => void)[] = [];
let isWorking = false;

/** Whether there has been time to draw what is not in view; the elements come in turn while nothing else is to be done. */
export function useSpareTime(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    waiting.push(() => setReady(true));
    if (!isWorking) {
      isWorking = true;
      requestIdleCallback(work);
    }
  }, []);
  return ready;
}

/** Elements that are drawn at once: the drawing comes after the callback, so the time it takes is not known here. */
const AT_ONCE = 4;

function work(): void {
  for (const ready of waiting.splice(0, AT_ONCE)) ready();
  isWorking = waiting.length > 0;
  if (isWorking) requestIdleCallback(work);
}
