/** Whether scripts in outputs may run (in their frames): those of cells that ran here, and all when the person says so. */

import { signal } from '@preact/signals';
import { cellSignal } from './notebook-state.ts';

const trusted = signal(false);

/** The person trusts what the notebook came with, until the page is closed. */
export function trust(): void {
  trusted.value = true;
}

/** Whether outputs of a cell are trusted. */
export function isTrusted(cell: string): boolean {
  return trusted.value || (cellSignal(cell)?.value.trusted ?? false);
}
