/** The states of cells in words. */

import type { CellState, CellView } from '../../runtime/index.ts';
import { isPlain } from '../page/of-python.ts';

const TITLES: Readonly<Record<CellState, string>> = {
  unrun: 'Not run',
  edited: 'Edited since it ran',
  queued: 'Waiting to run',
  running: 'Running',
  fresh: 'Has new inputs',
  stale: 'Out of date',
  settled: 'Up to date',
  failed: 'Failed',
  gated: 'Held back',
  unsettled: 'Needs a restart',
};

/** A state for people. Of another language than Python nobody knows what is up to date. */
export function stateTitle(state: CellState): string {
  return state === 'settled' && isPlain.value ? 'Has run' : TITLES[state];
}

/** The state of a cell with its reasons, in lines. */
export function stateText(cell: CellView): string {
  // a reason already tells that the cell has not run
  const said = cell.state === 'unrun' && cell.reasons.length > 0;
  const marks = [
    ...(cell.refresher ? ['running it brings other cells up to date'] : []),
    ...(cell.frozen ? ['frozen: it runs only when you run it'] : []),
    ...(cell.expensive ? ['marked as expensive'] : []),
  ];
  const state = said ? [] : [stateTitle(cell.state)];
  return [...state, ...cell.reasons, ...marks].join('\n');
}

/** A time for people. */
export function duration(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
