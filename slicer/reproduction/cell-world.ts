/** What cells ask of the world, as calls are declared: chance, the clock, the network. It knows no runs. */

import { interpretNotebook } from '../information-flow/index.ts';
import type { CellId } from '../model.ts';
import type { LibraryKnowledge, SeenAction } from '../static/index.ts';

/** What a cell asks of the world. */
export interface CellWorld {
  /** It draws random numbers, or makes what does, without a seed of its own. */
  readonly draws: boolean;
  /** It seeds a random stream. */
  readonly seeds: boolean;
  readonly asksClock: boolean;
  /** What it gets from the network, or is called for it; null: nothing. */
  readonly network: string | null;
}

const URL_PATH = /^(?:https?|ftp|s3|gs):/;
/** Commands of IPython that show how long something took, and programs that fetch. */
const TIMING = /(?:^|[^\w%])%%?time(?:it)?\b/;
const FETCHING = /^[ \t]*[!%].*\b(wget|curl)\b/m;

/** What cells ask of the world, when they run in this order. */
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
