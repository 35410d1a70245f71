/** Which parts of the page are open: the side panel and what lies over the page. */

import { signal } from '@preact/signals';

export type Panel =
  | 'slice'
  | 'variables'
  | 'graph'
  | 'outline'
  | 'history'
  | 'problems'
  | 'reproduce'
  | 'what-if';
export type Overlay = 'palette' | 'shortcuts' | 'find' | 'table';

/** The side panel that is open. */
export const panel = signal<Panel | null>(null);

/** What lies over the page. */
export const overlay = signal<Overlay | null>(null);

/** Whether the name of the notebook is being changed. */
export const renaming = signal(false);

/** Opens a panel, or closes it when it is open. */
export function togglePanel(which: Panel): void {
  panel.value = panel.peek() === which ? null : which;
}
