/**
 * The use of the world by cells, by the calls' declarations: random numbers, the clock, the network. It knows
 * no runs.
 */

import { interpretNotebook } from '../information-flow/index.ts';
import type { CellId } from '../records/execution-record.ts';
import type { LibraryKnowledge, SeenAction } from '../static/index.ts';

/** The use of the world by a cell. */
export interface CellWorld {
  /** Whether the cell draws random numbers, or makes generators, without a seed of its own. */
  readonly draws: boolean;
  /** Whether the cell seeds a random stream. */
  readonly seeds: boolean;
  readonly asksClock: boolean;
  /** The URL or callee of the network access; null: none. */
  readonly network: string | null;
}

const URL_PATH = /^(?:https?|ftp|s3|gs):/;
/** IPython's commands that show times, and programs that fetch data. */
const TIMING = /(?:^|[^\w%])%%?time(?:it)?\b/;
const FETCHING = /^[ \t]*[!%].*\b(wget|curl)\b/m;

/** The use of the world by cells in this order of runs. */
export function worldOf(
  cells: readonly { readonly cell: CellId; readonly source: string }[],
  library: LibraryKnowledge,
): ReadonlyMap<CellId, CellWorld> {
  const { actions } = interpretNotebook(cells, library).calls;
  const streams = new Set(actions.filter(({ does }) => does === 'draws').map(({ world }) => world));
  return new Map(
    cells.map(({ cell, source }, at) => {
      const own = actions.filter((action) => action.cell === at + 1);
      const world: CellWorld = {
        draws: own.some(({ does }) => does === 'draws'),
        seeds: own.some(({ does, world }) => does === 'writes' && streams.has(world)),
        asksClock:
          TIMING.test(source) || own.some(({ does, world }) => does === 'reads' && world === 'clock'),
        network: own.map(fromNetwork).find((what) => what !== null) ?? FETCHING.exec(source)?.[1] ?? null,
      };
      return [cell, world];
    }),
  );
}

function fromNetwork({ world, path, does, callee }: SeenAction): string | null {
  if (world === 'network') return callee;
  return world === 'file' && does === 'reads' && path !== null && URL_PATH.test(path) ? path : null;
}
