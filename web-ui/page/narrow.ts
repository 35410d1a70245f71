/** Whether the notebook is too narrow for all elements of the bar: in a small window, or beside another document. */

import { signal } from '@preact/signals';

/** The width of the notebook with all elements, in pixels. */
const WIDE = 1000;

export const narrow = signal(window.innerWidth <= WIDE);

/** Follows the width of the notebook's element; returns a function to stop. */
export function followWidth(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    // a hidden element has no width
    if (element.clientWidth > 0) narrow.value = element.clientWidth <= WIDE;
  });
  observer.observe(element);
  return () => observer.disconnect();
}
