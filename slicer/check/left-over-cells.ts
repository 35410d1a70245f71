/** Cells that could go: what the rules `isolated` and `idle` are about, for those who ask for nothing else. */

import type { LibraryKnowledge } from '../static/index.ts';
import type { CheckedNotebook } from './facts.ts';
import { isIdle } from './rules/idle.ts';
import { isIsolated } from './rules/isolated.ts';
import { textFacts } from './text-facts.ts';

/** Ids of code cells, in page order. */
export interface LeftOverCells {
  /** Nothing flows into or out of them. */
  readonly isolated: readonly string[];
  /** They have no effect and show nothing. */
  readonly idle: readonly string[];
}

export function leftOverCells(notebook: CheckedNotebook, library: LibraryKnowledge): LeftOverCells {
  const facts = textFacts(notebook, library);
  return {
    isolated: facts.code.filter((cell) => isIsolated(facts, cell)).map(({ id }) => id),
    idle: facts.code.filter((cell) => isIdle(facts, cell)).map(({ id }) => id),
  };
}
