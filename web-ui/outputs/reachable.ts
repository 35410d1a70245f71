/** Makes elements that scroll sideways, and only these, accessible by keyboard. */

import { useEffect } from 'preact/hooks';
import { whenResized } from './resized.ts';

/** Makes an element a tab stop while it is too wide for its place, and until its width is known. */
export function useReachable(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const look = () => {
      const scrolls = target.scrollWidth > target.clientWidth + 1;
      if (scrolls) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    };
    // an element out of view has no layout
    target.tabIndex = 0;
    const stop = whenResized(target, look);
    // its content may grow while its own size stays
    const inner = new MutationObserver(look);
    inner.observe(target.shadowRoot ?? target, { childList: true });
    return () => {
      stop();
      inner.disconnect();
    };
  }, [element]);
}
