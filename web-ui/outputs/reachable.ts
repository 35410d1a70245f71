/** What scrolls sideways can be reached with the keyboard, and only that. */

import { useEffect } from 'preact/hooks';

/** Puts an element among the tab stops while it is too wide for its place, and until that is known. */
export function useReachable(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const look = () => {
      const scrolls = target.scrollWidth > target.clientWidth + 1;
      if (scrolls) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    };
    // what is out of view has not been laid out
    target.tabIndex = 0;
    const observer = new ResizeObserver(look);
    observer.observe(target);
    // what is in it may grow while its own size stays
    const inner = new MutationObserver(look);
    inner.observe(target.shadowRoot ?? target, { childList: true });
    return () => {
      observer.disconnect();
      inner.disconnect();
    };
  }, [element]);
}
