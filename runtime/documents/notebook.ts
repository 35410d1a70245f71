/**
 * What a notebook is in memory: typed cells over the text they were read from. It reads, checks and writes
 * nothing.
 */
import type { JsonNode, JsonObject, JsonValue } from './json-text.ts';

/** Data by media type. Multi-line text is one string here; JSON types hold any JSON. */
export type MimeBundle = JsonObject;

/** An output of a code cell, as nbformat 4 names them. */
export type Output =
  | { readonly output_type: 'stream'; readonly name: string; readonly text: string }
  | { readonly output_type: 'display_data'; readonly data: MimeBundle; readonly metadata: JsonObject }
  | {
      readonly output_type: 'execute_result';
      readonly data: MimeBundle;
      readonly metadata: JsonObject;
      readonly execution_count: number | null;
    }
  | {
      readonly output_type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    };

/** A cell that Python runs. */
export interface CodeCell {
  readonly type: 'code';
  /** The document's own id; without one `cell-N`, N the position in the document from 1. */
  readonly id: string;
  readonly source: string;
  readonly metadata: JsonObject;
  /** Kept while a text cell is code; files have none for code. */
  readonly attachments?: JsonObject;
  readonly executionCount: number | null;
  readonly outputs: readonly Output[];
}

/** A cell that is shown, or passed on to a converter. */
export interface TextCell {
  readonly type: 'markdown' | 'raw';
  readonly id: string;
  readonly source: string;
  readonly metadata: JsonObject;
  /** Files that its text may refer to as `attachment:NAME`, each as base64 by media type. */
  readonly attachments?: JsonObject;
}

export type Cell = CodeCell | TextCell;

/** The text a notebook was read from; unchanged parts are written from it, byte for byte. */
export interface NotebookOrigin {
  /** What the file holds. */
  readonly text: string;
  /** What changes are written into: the same text, or what was made of one that had to be mended. */
  readonly base: string;
  /** Of `base`. */
  readonly root: JsonNode;
  /** The cells as read and their places in `base`; both in the order of the document. */
  readonly cells: readonly Cell[];
  readonly cellNodes: readonly JsonNode[];
  /** The places of the cells in `text`. */
  readonly fileNodes: readonly JsonNode[];
  readonly metadata: JsonObject;
}

/** A notebook of nbformat 4. */
export interface Notebook {
  readonly path: string;
  /** The 5 of nbformat 4.5. From 5 on the document can hold cell ids. */
  readonly minor: number;
  readonly metadata: JsonObject;
  /** The kernel that the document names, if it does. */
  readonly kernelName: string | null;
  readonly cells: readonly Cell[];
  /** What the file had that nbformat 4 has otherwise, and what was made of it; null: nothing. A save that changes something writes it. */
  readonly mended: string | null;
  readonly origin: NotebookOrigin;
}

/** The first minor version of nbformat 4 whose cells have ids. */
export const FIRST_MINOR_WITH_IDS = 5;

/** Whether nbformat 4 has cells of this type. */
export function isCellType(type: JsonValue | undefined): type is Cell['type'] {
  return type === 'code' || type === 'markdown' || type === 'raw';
}

/** The type of a cell: one of no known type is shown as it is. */
export function cellTypeOf({ cell_type: type, outputs }: JsonObject): Cell['type'] {
  if (isCellType(type)) return type;
  return type === undefined && outputs !== undefined ? 'code' : 'raw';
}

/**
 * The ids of cells, each another one, and the same at every reading: where there is none, or a cell before has it, `cell-N`, N the
 * position, but never one that is taken.
 */
export function nameCells(ids: readonly (string | null)[]): readonly string[] {
  const known = new Set(ids);
  const taken = new Set<string>();
  return ids.map((own, i) => {
    let id = own;
    if (id === null || taken.has(id)) {
      id = `cell-${i + 1}`;
      while (known.has(id) || taken.has(id)) id += '-';
    }
    taken.add(id);
    return id;
  });
}

/** A string of a JSON value, or null. */
export function asString(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
