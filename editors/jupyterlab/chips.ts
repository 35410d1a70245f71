/** A chip at the upper edge of each code cell: its state; the reason stands in its tooltip. */

import type { Cell } from '@jupyterlab/notebook';
import type { ShownState } from './kernel-line.ts';

/** Draws the chips of all cells. A cell without a known state has none. */
export function drawChips(cells: readonly Cell[], states: ReadonlyMap<string, ShownState>): void {
  for (const { node, model } of cells) {
    const found = node.querySelector<HTMLElement>(':scope > .sluice-chip');
    const shown = model.type === 'code' ? states.get(model.id) : undefined;
    if (shown === undefined) {
      found?.remove();
      continue;
    }
    const chip = found ?? node.appendChild(document.createElement('div'));
    const words = shown.state.replaceAll('-', ' ');
    chip.className = `sluice-chip sluice-${shown.state}`;
    chip.textContent = words;
    chip.title = shown.why === null ? words : `${words}: ${shown.why}`;
  }
}
