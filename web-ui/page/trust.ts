/**
 * Whether scripts in outputs may run (in their frames), and things be loaded from elsewhere. The server keeps it, so that other pages and
 * later ones know.
 */

import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { cellSignal, line } from './notebook-state.ts';

let all = false;

/** How often the person has said so on this page: what the server has told of past runs before is old then. */
export const timesTrusted = signal(0);

/** The person trusts what the notebook came with. */
export function trust(): void {
  line().send({ op: 'trust' });
  timesTrusted.value += 1;
}

/** All outputs that this page shows were made because the person asked for it. */
export function trustAll(): void {
  all = true;
}

/** Whether what is shown inside is trusted, where that does not depend on the cell as it is now; null: it does. */
export const TrustedInside = createContext<boolean | null>(null);

/** Whether what a cell shows is trusted. */
export function useTrusted(cell: string): boolean {
  const inside = useContext(TrustedInside);
  return all || (inside ?? cellSignal(cell)?.value.trusted ?? false);
}
