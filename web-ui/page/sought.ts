/** What a person is looking for in the texts of cells, while the bar for it is open. Who finds it, and shows it, is elsewhere. */

import { signal } from '@preact/signals';

/** A pattern, and which of its places the person stands at. */
export interface Sought {
  readonly pattern: RegExp;
  readonly at: { readonly cell: string; readonly from: number } | null;
}

/** Null: nothing is looked for. */
export const sought = signal<Sought | null>(null);
