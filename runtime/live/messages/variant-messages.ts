/** Messages between pages and the server about variants of what follows a point. Types only; `messages.ts` has the rest. */

import type { CellId } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { Output } from '../../kernel/index.ts';

export type VariantOperation =
  /** Begins variants at a cell. Null: adds a variant, a copy of the shown one. */
  | { readonly op: 'variant-start'; readonly cell: CellId | null }
  | { readonly op: 'variant-show'; readonly variant: number }
  /** Ends the variants: the notebook keeps this one. */
  | { readonly op: 'variant-keep'; readonly variant: number }
  | { readonly op: 'variant-drop'; readonly variant: number };

/** Asks for the differences between the variants. */
export interface VariantQuestion {
  readonly ask: 'variants';
  readonly id: number;
}

/** The variants in a page's form. */
export interface VariantsView {
  /** The first cell of the shown variant; null: it has no cells. */
  readonly first: CellId | null;
  readonly shown: number;
  readonly numbers: readonly number[];
}

/** A variant. `late`: how many of its cells are not up to date. */
export interface ComparedVariant {
  readonly number: number;
  /** The time of its runs, in milliseconds; null: none ran. */
  readonly ms: number | null;
  readonly late: number;
  readonly knowsValues: boolean;
}

/** A cell that differs; null on a side without the cell. */
export interface ComparedCell {
  readonly cell: CellId;
  readonly sides: readonly ({
    readonly type: Cell['type'];
    readonly source: string;
    readonly outputs: readonly Output[];
    /** Whether the outputs may run scripts. */
    readonly trusted: boolean;
    readonly isSettled: boolean;
    readonly ms: number | null;
  } | null)[];
}

/** A name whose value differs at the end; null on a side without the name. */
export interface ComparedValue {
  readonly name: string;
  readonly sides: readonly ({ readonly type: string; readonly text: string } | null)[];
}

/** The sides of cells and values are in the order of the variants. */
export interface VariantAnswer {
  readonly to: 'variants';
  readonly variants: readonly ComparedVariant[];
  readonly cells: readonly ComparedCell[];
  readonly values: readonly ComparedValue[];
}
