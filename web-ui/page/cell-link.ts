/** Addresses of cells: a link that opens the notebook at a cell. */

import { say } from './notices.ts';
import { active } from './selection.ts';

/** Puts the address of the active cell into the clipboard, and into the browser's address. */
export function copyLink(): void {
  const id = active.peek();
  if (id === null) return;
  history.replaceState(null, '', `#${encodeURIComponent(id)}`);
  void navigator.clipboard.writeText(location.href).then(
    () => say('Copied a link to this cell'),
    () => say('The link is in the address bar now'),
  );
}
