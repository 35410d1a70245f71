/**
 * The edits that bring the list of cells up to date: changed cells, and the list if cells were added, removed
 * or moved. The text between two cells stays if they stay neighbours.
 */
import { type CellLayout, cellText, editCell, lineIndent } from './edit-cell.ts';
import { applyEdits } from './edit-json.ts';
import type { Edit } from './json-string.ts';
import { findJsonStyle } from './json-style.ts';
import { findMember } from './json-text.ts';
import { type Cell, FIRST_MINOR_WITH_IDS, type Notebook } from './notebook.ts';

/** The edits of `notebook.origin.base` for its cells. */
export function editCells(notebook: Notebook): Edit[] {
  const { base, root, cells, cellNodes } = notebook.origin;
  const edited = (cell: Cell, at: number): Edit[] =>
    cell === cells[at] ? [] : editCell(cells[at]!, cell, cellNodes[at]!, base, findJsonStyle(base, root));
  const stayed =
    cells.length === notebook.cells.length &&
    notebook.cells.every((cell, i) => cell.id === cells[i]!.id && cell.type === cells[i]!.type);
  return stayed ? notebook.cells.flatMap(edited) : editList(notebook, edited);
}

function editList(notebook: Notebook, edited: (cell: Cell, at: number) => Edit[]): Edit[] {
  const { base, root, cells, cellNodes } = notebook.origin;
  const layout = layoutOf(notebook);
  const { indent, newline, separator } = layout.style;
  const { value: list, start: listStart } = findMember(root, 'cells')!;
  const outer = lineIndent(base, listStart);
  const inner = outer + (indent ?? '');
  const places = new Map(cells.map((cell, i) => [cell.id, i]));
  const items = notebook.cells.map((cell) => {
    const at = places.get(cell.id);
    if (at === undefined || cells[at]!.type !== cell.type) {
      return { at: at ?? null, text: cellText(cell, layout, inner) };
    }
    const { start, end } = cellNodes[at]!;
    return { at, text: applyEdits(base, edited(cell, at), start, end) };
  });
  const last = cellNodes.at(-1);
  if (items.length === 0) return [{ start: list.start, end: list.end, text: '[]' }];
  const opening = last && base.slice(list.start, cellNodes[0]!.start);
  const closing = last && base.slice(last.end, list.end);
  const [first, second] = cellNodes;
  const usual =
    first && second
      ? base.slice(first.end, second.start)
      : indent === null
        ? separator
        : `,${newline}${inner}`;
  const parts = items.map(({ at, text }, i) => {
    const before = items[i - 1]?.at;
    if (i === 0) return text;
    const isNext = at !== null && before === at - 1;
    return (isNext ? base.slice(cellNodes[at - 1]!.end, cellNodes[at]!.start) : usual) + text;
  });
  const begin = opening ?? (indent === null ? '[' : `[${newline}${inner}`);
  const end = closing ?? (indent === null ? ']' : `${newline}${outer}]`);
  return [{ start: list.start, end: list.end, text: begin + parts.join('') + end }];
}

/** The layout of new cells, from the existing ones. */
function layoutOf({ minor, origin: { base, root, cellNodes } }: Notebook): CellLayout {
  const sources = cellNodes.map((node) => findMember(node, 'source')?.value);
  const isNamed = cellNodes.length === 0 || cellNodes.some((node) => findMember(node, 'id') !== undefined);
  return {
    style: findJsonStyle(base, root),
    hasIds: minor >= FIRST_MINOR_WITH_IDS && isNamed,
    oneString:
      sources.some((source) => source?.type === 'string' && source.value !== '') &&
      !sources.some((source) => source?.type === 'array' && source.items.length > 0),
  };
}
