/**
 * Writes a changed notebook back: what did not change keeps its bytes, in an unchanged cell all of them. Cells may have been
 * changed, added, deleted and moved. It does not touch the file system.
 */
import { applyEdits, cellText, type Edit, editCell, lineIndent, sameOutputs } from './edit-cell.ts';
import { findJsonStyle, type JsonStyle, writeItems, writeJson } from './json-style.ts';
import { findMember, sameJson, toValue } from './json-text.ts';
import { type Cell, FIRST_MINOR_WITH_IDS, type Notebook, type Output } from './notebook.ts';

/**
 * The notebook with the outputs and execution count of one code cell replaced (null: never run). The same
 * notebook if that changes nothing. Throws an Error if there is no such code cell.
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
 * Imprecise: when a notebook is saved, a number in a *replaced* output is a double; the text of a larger or longer one is lost.
 */
export function serializeNotebook(notebook: Notebook): string {
  const { text, root, cells, cellNodes } = notebook.origin;
  const hasIds = notebook.minor >= FIRST_MINOR_WITH_IDS;
  let style: JsonStyle | undefined;
  const edited = (cell: Cell, at: number): Edit[] => {
    if (cell === cells[at]) return [];
    style ??= findJsonStyle(text, root);
    return editCell(cells[at]!, cell, cellNodes[at]!, text, style, hasIds);
  };
  const sameCells =
    cells.length === notebook.cells.length &&
    notebook.cells.every((cell, i) => cell.id === cells[i]!.id && cell.type === cells[i]!.type);
  const metadata = editMetadata(notebook);
  if (sameCells) return applyEdits(text, [...notebook.cells.flatMap(edited), ...metadata]);
  style ??= findJsonStyle(text, root);
  const layout = style;
  const places = new Map(cells.map((cell, i) => [cell.id, i]));
  const member = findMember(root, 'cells')!;
  const outer = lineIndent(text, member.start);
  const items = notebook.cells.map((cell) => {
    const at = places.get(cell.id);
    if (at === undefined || cells[at]!.type !== cell.type) {
      return cellText(cell, hasIds, layout, outer + (layout.indent ?? ''));
    }
    const node = cellNodes[at]!;
    return applyEdits(text, edited(cell, at), node.start, node.end);
  });
  const { start, end } = member.value;
  return applyEdits(text, [{ start, end, text: writeItems(items, layout, outer) }, ...metadata]);
}

/** The notebook's own metadata, where it is another: the state of widgets. */
function editMetadata({ origin: { text, root }, metadata }: Notebook): Edit[] {
  const member = findMember(root, 'metadata');
  if (member === undefined || sameJson(toValue(member.value), metadata)) return [];
  const { start, end } = member.value;
  return [
    { start, end, text: writeJson(metadata, findJsonStyle(text, root), lineIndent(text, member.start)) },
  ];
}
