/** Finds a pattern in texts of cells. Pure. */

export interface Found {
  readonly cell: string;
  readonly from: number;
  readonly to: number;
  /** Among the matches in the outputs of the cell, from 0; null: the match is in the text of the cell. */
  readonly output: number | null;
}

/** The typed pattern; null for an empty or invalid one. */
export function patternOf(
  text: string,
  { exact, regular }: { readonly exact: boolean; readonly regular: boolean },
): RegExp | null {
  if (text === '') return null;
  try {
    return new RegExp(regular ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), exact ? 'g' : 'gi');
  } catch {
    return null;
  }
}

/** All places, from top to bottom. */
export function findAll(
  cells: readonly { readonly id: string; readonly source: string }[],
  pattern: RegExp,
): Found[] {
  return cells.flatMap(({ id, source }) =>
    [...source.matchAll(pattern)]
      .filter(([text]) => text !== '')
      .map((match) => ({ cell: id, from: match.index, to: match.index + match[0].length, output: null })),
  );
}

/** All places in texts and outputs, cell by cell. `textOf`: the text of all outputs of a cell. */
export function findEverywhere<Cell extends { readonly id: string; readonly source: string }>(
  cells: readonly Cell[],
  pattern: RegExp,
  textOf: (cell: Cell) => string,
): Found[] {
  return cells.flatMap((cell) => [
    ...findAll([cell], pattern),
    ...findAll([{ id: cell.id, source: textOf(cell) }], pattern).map((found, output) => ({
      ...found,
      output,
    })),
  ]);
}
