/** The tags of cells for their runs, with the same meaning as in nbclient and papermill. It runs nothing. */

import { isJsonArray } from './json-text.ts';
import type { Cell } from './notebook.ts';

/**
 * `raises-exception`: an error of the cell stops no other cell. `skip-execution`: the cell runs only on its
 * own, and keeps its outputs. `parameters`: defaults; given values follow in a cell with the tag
 * `injected-parameters`.
 */
export type RunTag = 'raises-exception' | 'skip-execution' | 'parameters' | 'injected-parameters';

/** Whether a cell has a tag. */
export function hasTag({ metadata }: Pick<Cell, 'metadata'>, tag: RunTag): boolean {
  const { tags } = metadata;
  return isJsonArray(tags) && tags.includes(tag);
}
