/** The text of a notebook for jedi: one file of all cells above a position. It asks no process. */

import { type CellId, type CoreState, pythonText } from '../../../slicer/index.ts';
import type { TextPosition } from '../../language/index.ts';
import type { CodePosition } from '../messages/code-messages.ts';

/** Makes the texts of one notebook. */
export class NotebookText {
  readonly #path: () => string;
  readonly #plainTexts = new Map<CellId, { readonly source: string; readonly text: string }>();

  constructor(path: () => string) {
    this.#path = path;
  }

  /** The notebook's text for jedi: the cells above, then the code. */
  before(core: CoreState, { cell, code, cursor }: CodePosition): TextPosition {
    const above = cellsAbove(core, cell).map((id) => `${this.#plain(id, core.sources.get(id) ?? '')}\n`);
    const before = above.join('');
    return { code: before + pythonText(code), at: before.length + cursor, path: this.#path() };
  }

  /** A cell's text without commands; kept, because each key asks about all cells. */
  #plain(cell: CellId, source: string): string {
    const known = this.#plainTexts.get(cell);
    if (known?.source === source) return known.text;
    const text = pythonText(source);
    this.#plainTexts.set(cell, { source, text });
    return text;
  }
}

function cellsAbove({ order }: CoreState, cell: CellId | null): readonly CellId[] {
  const at = cell === null ? -1 : order.indexOf(cell);
  return at < 0 ? order : order.slice(0, at);
}

/** The cell of a line of the text for jedi, and the offset of the line in the cell. */
export function cellAtLine(
  core: CoreState,
  cell: CellId | null,
  line: number,
): { readonly cell: CellId; readonly from: number } | null {
  let first = 1;
  for (const id of [...cellsAbove(core, cell), ...(cell === null ? [] : [cell])]) {
    const lines = (core.sources.get(id) ?? '').split('\n');
    if (line < first + lines.length) {
      const before = lines.slice(0, line - first);
      return { cell: id, from: before.reduce((sum, text) => sum + text.length + 1, 0) };
    }
    first += lines.length;
  }
  return null;
}
