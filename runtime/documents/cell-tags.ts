/** The tags of cells that say how they run, with the meaning that they have for nbclient and papermill. It runs nothing. */

import { isJsonArray } from './json-text.ts';
import type { Cell } from './notebook.ts';

/**
 * `raises-exception`: an error of the cell stops nothing. `skip-execution`: it runs only by itself, and keeps its outputs. `parameters`:
 * defaults, behind which given values come in a cell that is tagged `injected-parameters`.
 */
export type RunTag = 'raises-exception' | 'skip-execution' | 'parameters' | 'injected-parameters';

/** Whether a cell has a tag. */
export function hasTag({ metadata }: Pick<Cell, 'metadata'>, tag: RunTag): boolean {
  const { tags } = metadata;
  return isJsonArray(tags) && tags.includes(tag);
}
