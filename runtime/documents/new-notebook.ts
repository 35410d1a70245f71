/** Writes a new notebook of nbformat 4.5, with Jupyter's own layout. It does not save it. */
import { nanoid } from 'nanoid';
import { NBFORMAT_STYLE, writeJson } from './json-style.ts';
import type { JsonObject } from './json-text.ts';
import type { Output } from './notebook.ts';
import { writeOutput } from './outputs.ts';
import { splitLines } from './python-lines.ts';

/** A cell to write. It gets a new `id` if its own is missing, invalid in nbformat, or taken already. */
export interface NewCell {
  readonly type: 'code' | 'markdown' | 'raw';
  readonly source: string;
  readonly id?: string;
  readonly metadata?: JsonObject;
  readonly outputs?: readonly Output[];
  readonly executionCount?: number | null;
}

/** The text of a notebook with these cells; `metadata` is the notebook's (kernelspec, language_info, …). */
export function newNotebook(cells: readonly NewCell[], metadata: JsonObject): string {
  const taken = new Set<string>();
  const json = {
    cells: cells.map((cell) => writeCell(cell, taken)),
    metadata,
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${writeJson(json, NBFORMAT_STYLE, '')}\n`;
}

function writeCell(cell: NewCell, taken: Set<string>): JsonObject {
  const id = cell.id !== undefined && isCellId(cell.id) && !taken.has(cell.id) ? cell.id : nanoid(8);
  taken.add(id);
  const common = { cell_type: cell.type, id, metadata: cell.metadata ?? {}, source: splitLines(cell.source) };
  if (cell.type !== 'code') return common;
  const outputs = (cell.outputs ?? []).map(writeOutput);
  return { ...common, execution_count: cell.executionCount ?? null, outputs };
}

function isCellId(id: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(id);
}
