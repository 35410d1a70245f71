/**
 * Cells that could be deleted: the findings of the rules `isolated` and `idle`, for callers that need no
 * other rule.
 */

import type { LibraryKnowledge } from '../static/index.ts';
import type { CheckedNotebook } from './facts.ts';
import { isIdle } from './rules/idle.ts';
import { isIsolated } from './rules/isolated.ts';
import { textFacts } from './text-facts.ts';

/** Ids of code cells, in page order. */
export interface LeftOverCells {
  /** Cells without flows in or out. */
  readonly isolated: readonly string[];
  /** Cells without effects and output. */
  readonly idle: readonly string[];
}

export function leftOverCells(notebook: CheckedNotebook, library: LibraryKnowledge): LeftOverCells {
  const facts = textFacts(notebook, library);
  return {
    isolated: facts.code.filter((cell) => isIsolated(facts, cell)).map(({ id }) => id),
    idle: facts.code.filter((cell) => isIdle(facts, cell)).map(({ id }) => id),
  };
}
