/**
 * Whether scripts in outputs may run (in their frames), and data may load from elsewhere. The server stores
 * it for other and later pages.
 */

import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { cellSignal, line } from './notebook-state.ts';

let all = false;

/**
 * The number of times the person has trusted the notebook on this page: earlier answers about past runs are
 * then out of date.
 */
export const timesTrusted = signal(0);

/** The person trusts the notebook's original content. */
export function trust(): void {
  line().send({ op: 'trust' });
  timesTrusted.value += 1;
}

/** Trusts all outputs of this page, because the person requested their runs. */
export function trustAll(): void {
  all = true;
}

/** Whether inner content is trusted, if this does not depend on the present cell; null: it does. */
export const TrustedInside = createContext<boolean | null>(null);

/** Whether the shown content of a cell is trusted. */
export function useTrusted(cell: string): boolean {
  const inside = useContext(TrustedInside);
  return all || (inside ?? cellSignal(cell)?.value.trusted ?? false);
}
