/** A dialog over the page, which gives the focus back to where the focus was. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The element of a dialog that is open as long as its component is drawn. `first`: the part for the keys at first. */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (first !== undefined) element?.querySelector<HTMLElement>(first)?.focus();
    // a dialog that is taken away open would take the focus along
    return () => element?.close();
  }, []);
  return dialog;
}
