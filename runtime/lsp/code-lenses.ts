/**
 * A line above each code cell: its state, and the cells that it needs. The state is the server's, if the notebook
 * is open there; otherwise it comes from the texts and the runs so far.
 */

import type { CodeLens } from 'vscode-languageserver';
import type { CellStanding } from '../../slicer/index.ts';
import type { LiveState } from './live-states.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { numberOf } from './variables.ts';

/** The lenses of a document. `liveOf`: the server's state of a cell, if there is one. */
export function lensesOf(
  notebook: OpenNotebook,
  uri: string,
  standings: readonly CellStanding[],
  liveOf: (cell: string, source: string) => LiveState | null,
): CodeLens[] {
  const states = new Map(standings.map((each) => [each.cell, each]));
  return notebook.cells.flatMap(({ uri: document, firstLine, cell }): CodeLens[] => {
    const standing = states.get(cell.id);
    if (document !== uri || standing === undefined || cell.source.trim() === '') return [];
    const at = { line: firstLine, character: 0 };
    const live = liveOf(cell.id, cell.source);
    const state = live === null ? shownState(standing) : shownLive(live);
    const title = [state, ...shownNeeds(notebook, standing)].join(' · ');
    return [{ range: { start: at, end: at }, command: { title, command: '' } }];
  });
}

function shownState({ state, why }: CellStanding): string {
  return why === null ? STATES[state] : `${STATES[state]}: ${why}`;
}

function shownLive({ state, reasons }: LiveState): string {
  return [LIVE[state], ...reasons.slice(0, 1)].join(': ');
}

function shownNeeds(notebook: OpenNotebook, { needs }: CellStanding): string[] {
  if (needs.length === 0) return [];
  const cells = needs.length === 1 ? 'cell' : 'cells';
  return [`needs ${cells} ${needs.map((id) => numberOf(notebook, id)).join(', ')}`];
}

const STATES: Readonly<Record<CellStanding['state'], string>> = {
  'not-run': 'not run',
  'up-to-date': 'up to date',
  'new-inputs': 'to be run again',
  stale: 'stale',
};

const LIVE: Readonly<Record<LiveState['state'], string>> = {
  unrun: 'not run',
  edited: 'edited',
  queued: 'waits',
  running: 'runs',
  fresh: 'new inputs',
  stale: 'stale',
  settled: 'up to date',
  failed: 'failed',
  gated: 'held back',
  unsettled: 'needs a restart',
};
