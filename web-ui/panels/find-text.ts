/** Finds a pattern in texts of cells. Pure. */

export interface Found {
  readonly cell: string;
  readonly from: number;
  readonly to: number;
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
      .map((match) => ({ cell: id, from: match.index, to: match.index + match[0].length })),
  );
}
