/** The menu of the forms in which others read the notebook. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { menuText } from '../languages/menu-text.ts';
import { EXPORTS, exportAs } from '../page/exports.ts';
import { hasCommand } from '../page/of-python.ts';

/** The button with its menu. */
export function ExportMenu() {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    place.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const leave = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [open]);
  const choose = (action: () => void) => () => {
    setOpen(false);
    action();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || !open) return;
    event.preventDefault();
    const items = [...(place.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + by + items.length) % items.length]?.focus();
  };
  return (
    <div class="export-menu" ref={place}>
      <button
        type="button"
        class="icon"
        title={menuText('Export')}
        aria-label={menuText('Export')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="download" />
      </button>
      {open && (
        <div role="menu" tabIndex={-1} aria-label={menuText('Export')} onKeyDown={move}>
          {EXPORTS.filter(({ form }) => hasCommand(`export-${form}`)).map(({ form, short }) => (
            <button key={form} type="button" role="menuitem" onClick={choose(() => void exportAs(form))}>
              {menuText(short)}
            </button>
          ))}
          <button type="button" role="menuitem" onClick={choose(() => window.print())}>
            {menuText('Print, or save as PDF')}
          </button>
        </div>
      )}
    </div>
  );
}
