/** What scrolls sideways can be reached with the keyboard, and only that. */

import { useEffect } from 'preact/hooks';

/** Puts an element among the tab stops while it is too wide for its place. */
export function useReachable(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const look = () => {
      const scrolls = target.scrollWidth > target.clientWidth + 1;
      if (scrolls) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(look);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}
