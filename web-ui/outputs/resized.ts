/** Tells when elements of outputs change their size. */

const listeners = new Map<Element, () => void>();

/** One for all outputs: the browser asks each observer in each frame, and a long notebook has hundreds of outputs. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) listeners.get(target)?.();
});

/** Calls back once at first, and then after each change of an element's size; returns a function to stop. */
export function whenResized(element: Element, look: () => void): () => void {
  listeners.set(element, look);
  sizes.observe(element);
  return () => {
    listeners.delete(element);
    sizes.unobserve(element);
  };
}
