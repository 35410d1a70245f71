/** The tags of cells for their runs, with the same meaning as in nbclient and papermill. It runs nothing. */

import { isBlank } from '../../slicer/index.ts';
import { isJsonArray } from './json-text.ts';
import type { Cell, CodeCell, Notebook } from './notebook.ts';

/**
 * `raises-exception`: an error of the cell stops no other cell. `skip-execution`: the cell runs only on its
 * own, and keeps its outputs. `parameters`: defaults; given values follow in a cell with the tag
 * `injected-parameters`.
 */
export type RunTag = 'raises-exception' | 'skip-execution' | 'parameters' | 'injected-parameters';

/** The cells that a run of the notebook runs: those with code, without the tag `skip-execution`. */
export function cellsToRun({ cells }: Pick<Notebook, 'cells'>): readonly CodeCell[] {
  return cells.filter(
    (cell): cell is CodeCell =>
      cell.type === 'code' && !isBlank(cell.source) && !hasTag(cell, 'skip-execution'),
  );
}

/** Whether a cell has a tag. */
export function hasTag({ metadata }: Pick<Cell, 'metadata'>, tag: RunTag): boolean {
  const { tags } = metadata;
  return isJsonArray(tags) && tags.includes(tag);
}
