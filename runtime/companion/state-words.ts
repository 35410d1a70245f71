/** The words for states of cells that other front ends get (docs/reach.md). */

import type { CellState } from '../../slicer/index.ts';

const WORDS: Readonly<Record<CellState, string>> = {
  unrun: 'not-run',
  edited: 'edited',
  queued: 'queued',
  running: 'running',
  fresh: 'new-inputs',
  stale: 'stale',
  settled: 'up-to-date',
  failed: 'failed',
  gated: 'held-back',
  unsettled: 'needs-restart',
};

/** The word for a state. */
export function stateWord(state: CellState): string {
  return WORDS[state];
}
