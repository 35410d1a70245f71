/** A notebook in memory: typed cells over their text. It reads, checks and writes nothing. */
import { findMember, isJsonObject, type JsonNode, type JsonObject, type JsonValue } from './json-text.ts';
import type { PercentText } from './percent-text.ts';

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

/** A cell run by Python. */
export interface CodeCell {
  readonly type: 'code';
  /** The document's own id; without one `cell-N`, N the position in the document from 1. */
  readonly id: string;
  readonly source: string;
  readonly metadata: JsonObject;
  /** Attachments of a text cell, kept while it is a code cell; files have none for code. */
  readonly attachments?: JsonObject;
  readonly executionCount: number | null;
  readonly outputs: readonly Output[];
}

/** A cell for display, or for a converter. */
export interface TextCell {
  readonly type: 'markdown' | 'raw';
  readonly id: string;
  readonly source: string;
  readonly metadata: JsonObject;
  /** Files for references `attachment:NAME` in its text, each as base64 by media type. */
  readonly attachments?: JsonObject;
}

export type Cell = CodeCell | TextCell;

/** The text from which a notebook was read; unchanged parts are written from it, byte for byte. */
export interface NotebookOrigin {
  /** The text of the file. */
  readonly text: string;
  /** The text to edit: the same text, or its repaired form. */
  readonly base: string;
  /** The tree of `base`. */
  readonly root: JsonNode;
  /** The cells as read and their nodes in `base`; both in the order of the document. */
  readonly cells: readonly Cell[];
  readonly cellNodes: readonly JsonNode[];
  /** The nodes of the cells in `text`. */
  readonly fileNodes: readonly JsonNode[];
  readonly metadata: JsonObject;
}

/** A notebook of nbformat 4, or a Python file in the percent format in this form. */
export interface Notebook {
  readonly path: string;
  /** The cells of a percent file in its text (`origin.text`), in the order of `origin.cells`; null: an `.ipynb`. */
  readonly percent: PercentText | null;
  /** The 5 of nbformat 4.5. From 5 on the document can hold cell ids. */
  readonly minor: number;
  readonly metadata: JsonObject;
  /** The name of the document's kernel, if it has one. */
  readonly kernelName: string | null;
  /** The language of its code, as the document names it, if this is not Python; null: Python. */
  readonly language: string | null;
  readonly cells: readonly Cell[];
  /** The repairs of parts that break nbformat 4, in words; null: none. The next save with a change writes them. */
  readonly mended: string | null;
  readonly origin: NotebookOrigin;
}

/** The first minor version of nbformat 4 whose cells have ids. */
export const FIRST_MINOR_WITH_IDS = 5;

/** Whether nbformat 4 has cells of this type. */
export function isCellType(type: JsonValue | undefined): type is Cell['type'] {
  return type === 'code' || type === 'markdown' || type === 'raw';
}

/** The type of a cell; a cell of an unknown type is shown raw. */
export function cellTypeOf({ cell_type: type, outputs }: JsonObject): Cell['type'] {
  if (isCellType(type)) return type;
  return type === undefined && outputs !== undefined ? 'code' : 'raw';
}

/**
 * Whether a cell is code for the kernel of a notebook. VS Code marks code cells of other languages (`vscode.languageId`), which no Python
 * runs; cells with a magic keep the mark of the magic's language, and IPython runs them.
 */
export function isForKernel({ type, source, metadata }: Pick<Cell, 'type' | 'source' | 'metadata'>): boolean {
  if (type !== 'code') return false;
  const marked = isJsonObject(metadata.vscode) ? asString(metadata.vscode.languageId) : null;
  return marked === null || /^(?:python|plaintext)$/.test(marked) || /^\s*[%!]/.test(source);
}

/**
 * Distinct ids for cells, the same at every reading. A cell without an id, or with the id of an earlier cell,
 * gets `cell-N` (N the position), or another free id.
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

/** Whether the cells have ids of their own, which stay with a cell when it moves. */
export function hasOwnIds({ minor, origin }: Notebook): boolean {
  return minor >= FIRST_MINOR_WITH_IDS && origin.fileNodes.every((node) => findMember(node, 'id'));
}
