/** The open parts of the page: the side panel and overlays. */

import { signal } from '@preact/signals';

/** The panels of Sluice. */
export type OwnPanel =
  | 'slice'
  | 'variables'
  | 'graph'
  | 'outline'
  | 'history'
  | 'problems'
  | 'reproduce'
  | 'what-if'
  | 'console'
  | 'difference'
  | 'cell';
/** The panels that extensions have added. */
export type AddedPanel = `added:${string}`;
export type Panel = OwnPanel | AddedPanel;
export type Overlay =
  | 'palette'
  | 'shortcuts'
  | 'find'
  | 'table'
  | 'settings'
  | 'kernels'
  | 'source'
  | 'sweep'
  | 'variants'
  | 'presentation';

/** The open side panel. */
export const panel = signal<Panel | null>(null);

/** The open overlay. */
export const overlay = signal<Overlay | null>(null);

/** Whether the name of the notebook is being changed. */
export const renaming = signal(false);

/** Opens a panel, or closes it if it is open. */
export function togglePanel(which: Panel): void {
  panel.value = panel.peek() === which ? null : which;
}
