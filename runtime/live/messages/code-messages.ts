/** Messages between pages and the server about code: completion, signatures, descriptions, definitions, uses. Types only. */

import type { CellId } from '../../../slicer/index.ts';

/** A position in code that a person is typing. `cell`: null for code outside of cells, which comes after all cells. */
export interface CodePosition {
  readonly cell: CellId | null;
  readonly code: string;
  /** An offset, in UTF-16 units. */
  readonly cursor: number;
}

/** `typed`: the person is typing, and has not asked. */
export type CodeQuestion =
  | (CodePosition & { readonly ask: 'complete'; readonly id: number; readonly typed: boolean })
  | (CodePosition & { readonly ask: 'signature'; readonly id: number })
  | (CodePosition & { readonly ask: 'describe'; readonly id: number })
  | (CodePosition & { readonly ask: 'definition'; readonly id: number })
  | (CodePosition & { readonly ask: 'uses'; readonly id: number });

export type CompletionKind =
  | 'variable'
  | 'function'
  | 'class'
  | 'module'
  | 'keyword'
  | 'property'
  | 'column'
  | 'path'
  | 'magic';

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A remark beside the label: `cell 3`. */
  readonly detail?: string;
}

/** A signature. `active`: the parameter at the cursor; -1: none. */
export interface CodeSignature {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly active: number;
  readonly doc: string;
}

/** A use of a variable. Lines from 1; offsets in the cell's text. */
export interface CodeUse {
  readonly cell: CellId;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly binds: boolean;
  /** The text of the line. */
  readonly text: string;
}

export type DefinitionTarget =
  | { readonly type: 'cell'; readonly cell: CellId; readonly from: number }
  /** A file below the notebook's folder, relative to this folder. */
  | { readonly type: 'file'; readonly path: string; readonly line: number }
  /** A file of a library, to read. */
  | { readonly type: 'library'; readonly path: string; readonly line: number; readonly text: string };

export type CodeAnswer =
  | {
      readonly to: 'complete';
      readonly items: readonly Completion[];
      /** A source had no time: the same question may have more items later. */
      readonly partial: boolean;
      readonly start: number;
      readonly end: number;
    }
  | { readonly to: 'signature'; readonly signatures: readonly CodeSignature[] }
  | {
      readonly to: 'describe';
      readonly name: string;
      /** Null: unknown. */
      readonly type: string | null;
      readonly value: string | null;
      readonly signature: string | null;
      readonly doc: string | null;
      /** The cells that write and read a variable, in words. */
      readonly lines: readonly string[];
    }
  | { readonly to: 'definition'; readonly place: DefinitionTarget | null }
  /** `name`: null if there is no variable at the place. */
  | { readonly to: 'uses'; readonly name: string | null; readonly uses: readonly CodeUse[] };
