/** A dialog over the page with a title and a button that closes the dialog. */

import type { ComponentChildren } from 'preact';
import { Icon } from './icons.tsx';
import { menuText } from './languages/menu-text.ts';
import { useModal } from './modal.ts';
import { overlay } from './page/page-parts.ts';

/** The dialog. `kind`: a further class; `label`: its name for screen readers, if the title is another one. */
export function Sheet({
  kind,
  title,
  label = title,
  children,
}: {
  kind: string;
  title: string;
  label?: string;
  children: ComponentChildren;
}) {
  const dialog = useModal();
  const close = () => {
    overlay.value = null;
  };
  return (
    <dialog ref={dialog} class={`sheet ${kind}`} aria-label={label} onClose={close}>
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          class="icon"
          aria-label={menuText('Close')}
          title={menuText('Close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
