/** Whether scripts in outputs may run (in their frames). The server keeps it, so that other pages and later ones know. */

import { cellSignal, line } from './notebook-state.ts';

/** The person trusts what the notebook came with. */
export function trust(): void {
  line().send({ op: 'trust' });
}

/** Whether outputs of a cell are trusted. */
export function isTrusted(cell: string): boolean {
  return cellSignal(cell)?.value.trusted ?? false;
}
