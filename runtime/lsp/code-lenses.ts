/** A line above each code cell: its state by the texts and the runs so far, and the cells that it needs. */

import type { CodeLens } from 'vscode-languageserver';
import type { CellStanding } from '../../slicer/index.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { numberOf } from './variables.ts';

/** The lenses of a document. */
export function lensesOf(
  notebook: OpenNotebook,
  uri: string,
  standings: readonly CellStanding[],
): CodeLens[] {
  const states = new Map(standings.map((each) => [each.cell, each]));
  return notebook.cells.flatMap(({ uri: document, firstLine, cell }): CodeLens[] => {
    const standing = states.get(cell.id);
    if (document !== uri || standing === undefined || cell.source.trim() === '') return [];
    const at = { line: firstLine, character: 0 };
    return [{ range: { start: at, end: at }, command: { title: titleOf(notebook, standing), command: '' } }];
  });
}

function titleOf(notebook: OpenNotebook, { state, why, needs }: CellStanding): string {
  const words = STATES[state];
  const parts = [why === null ? words : `${words}: ${why}`];
  if (needs.length > 0)
    parts.push(
      `needs ${needs.length === 1 ? 'cell' : 'cells'} ${needs.map((id) => numberOf(notebook, id)).join(', ')}`,
    );
  return parts.join(' · ');
}

const STATES: Readonly<Record<CellStanding['state'], string>> = {
  'not-run': 'not run',
  'up-to-date': 'up to date',
  'new-inputs': 'to be run again',
  stale: 'stale',
};
