/** The search in the texts of cells, while its bar is open. Other files find and show the matches. */

import { signal } from '@preact/signals';

/** A pattern, and the current match. */
export interface Sought {
  readonly pattern: RegExp;
  /** Whether outputs are searched as well. */
  readonly outputs: boolean;
  readonly at: { readonly cell: string; readonly from: number } | null;
}

/** Null: there is no search. */
export const sought = signal<Sought | null>(null);
