/** The command `sluice.staleCells`: the cells to run again, for editors that run them by their own commands. */

import type { CellStanding } from '../../slicer/index.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** The command. Its argument is the address of a notebook. */
export const STALE_CELLS = 'sluice.staleCells';

/** The addresses of the cells that have run and are not up to date, in the order in which they should run. */
export function staleCells(notebook: OpenNotebook, standings: readonly CellStanding[]): string[] {
  const stale = new Set(
    standings.filter(({ state }) => state === 'stale' || state === 'new-inputs').map(({ cell }) => cell),
  );
  return notebook.cells.filter(({ cell }) => stale.has(cell.id)).map(({ uri }) => uri);
}
