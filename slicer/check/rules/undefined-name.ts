/** undefined-name: names without a definition in a run from the top. */

import type { CodeCell, UndefinedName } from '../facts.ts';
import { pythonThreeName } from '../python-two.ts';
import { ranWith } from '../ran-with.ts';
import type { Rule } from '../rule.ts';
import { remedyFor } from '../usual-imports.ts';

export const undefinedName: Rule = {
  code: 'undefined-name',
  severity: 'error',
  phase: 'explore',
  what: 'A cell uses a name that no cell above it defines',
  why: 'In a new kernel, run from the top, the cell fails.',
  fix: null,
  check: (facts) => {
    /** Names of branches that were reported: further cells have the same cause. */
    const reported = new Set<string>();
    return facts.code.flatMap((cell) =>
      facts.undefinedNames(cell).flatMap((found) => {
        const { name, surely, places } = found;
        const message = messageOf(cell, found);
        if (message === null || (!surely && reported.has(name))) return [];
        reported.add(name);
        const severity = surely ? 'error' : 'warning';
        return places.slice(0, 1).map((at) => ({ cell: cell.id, at, message, severity }));
      }),
    );
  },
};

/** Null: h5 or h6 reports the name. */
function messageOf(cell: CodeCell, found: UndefinedName): string | null {
  const { below, deletedIn, lostRun, indirect } = found;
  const name = indirect ? `${found.name}, which a function called here uses,` : found.name;
  if (deletedIn !== null) return `${name} is deleted in cell ${deletedIn.index}; define it again before this`;
  if (below !== null) return `${name} is defined only below, in cell ${below.index}; move that up`;
  if (lostRun !== null || (found.surely && ranWith(cell) && pythonThreeName(found.name) === null))
    return null;
  return `no cell defines ${name.replace(/,$/, '')}; ${remedyFor(found)}`;
}
