/** Whether scripts in outputs may run (in their frames). The server keeps it, so that other pages and later ones know. */

import { cellSignal, line } from './notebook-state.ts';

/** The person trusts what the notebook came with. */
export function trust(): void {
  line().send({ op: 'trust' });
}

let all = false;

/** All outputs that this page shows were made because the person asked for it. */
export function trustAll(): void {
  all = true;
}

/** Whether outputs of a cell are trusted. */
export function isTrusted(cell: string): boolean {
  return all || (cellSignal(cell)?.value.trusted ?? false);
}
