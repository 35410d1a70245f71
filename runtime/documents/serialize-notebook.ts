/**
 * Writes a changed notebook back: unchanged parts keep their bytes. Cells may be changed, added, deleted and
 * moved. It does not touch the file system.
 */
import { insertMember, lineIndent, sameOutputs } from './edit-cell.ts';
import { editCells } from './edit-cells.ts';
import { applyEdits, editJson } from './edit-json.ts';
import type { Edit } from './json-string.ts';
import { findJsonStyle, writeJson } from './json-style.ts';
import { findMember, sameJson } from './json-text.ts';
import type { Notebook, Output } from './notebook.ts';
import { serializePercent } from './percent-notebook.ts';

/**
 * The notebook with new outputs and a new execution count for one code cell (null: never run). The same
 * notebook if nothing changes. Throws an Error if there is no such code cell.
 */
export function withOutputs(
  notebook: Notebook,
  cellId: string,
  outputs: readonly Output[],
  executionCount: number | null,
): Notebook {
  const index = notebook.cells.findIndex((cell) => cell.id === cellId);
  const cell = notebook.cells[index];
  if (cell?.type !== 'code') throw new Error(`no code cell "${cellId}" in ${notebook.path}`);
  if (cell.executionCount === executionCount && sameOutputs(cell.outputs, outputs)) return notebook;
  return { ...notebook, cells: notebook.cells.with(index, { ...cell, outputs, executionCount }) };
}

/**
 * The text of the notebook. Unchanged: the very text it was read from. Otherwise only the changed values of
 * changed cells differ, in the document's own indentation, line ends, escaping and key order.
 *
 * Imprecise: a save writes numbers in *replaced* outputs and in converted notebooks as doubles; the digits of larger or longer
 * numbers are lost.
 */
export function serializeNotebook(notebook: Notebook): string {
  if (notebook.percent !== null) return serializePercent(notebook, notebook.percent);
  const edits = editsOf(notebook);
  // repairs are written with the first change
  return edits.length === 0 ? notebook.origin.text : applyEdits(notebook.origin.base, edits);
}

/** The text for an explicit save, which writes repairs even without other changes. */
export function serializeMended(notebook: Notebook): string {
  if (notebook.percent !== null) return serializePercent(notebook, notebook.percent);
  return applyEdits(notebook.origin.base, editsOf(notebook));
}

function editsOf(notebook: Notebook): Edit[] {
  return [...editCells(notebook), ...editMetadata(notebook)];
}

/** The edits of the notebook's own metadata, if it has changed: the state of widgets. */
function editMetadata({ origin, metadata }: Notebook): Edit[] {
  const { base, root } = origin;
  if (sameJson(metadata, origin.metadata)) return [];
  const style = findJsonStyle(base, root);
  const member = findMember(root, 'metadata');
  if (member === undefined) {
    return [insertMember(root, 'metadata', (outer) => writeJson(metadata, style, outer), base, style)];
  }
  return editJson(member.value, metadata, base, style, lineIndent(base, member.start));
}
