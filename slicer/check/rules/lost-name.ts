/** lost-name (Julynter's h6): names without a definition in any cell, though a cell has run with them. */

import { pythonThreeName } from '../python-two.ts';
import { ranWith } from '../ran-with.ts';
import type { Rule } from '../rule.ts';
import { remedyFor } from '../usual-imports.ts';

export const lostName: Rule = {
  code: 'h6',
  name: 'lost-name',
  severity: 'error',
  phase: 'explore',
  what: 'A cell has run with a name without a defining cell',
  why: 'The name came from a deleted cell or another notebook: in a new kernel the cell fails.',
  fix: null,
  check: (facts) =>
    facts.code.flatMap((cell) =>
      facts.undefinedNames(cell).flatMap((found) => {
        const { name, surely, places, below, deletedIn, lostRun } = found;
        if (!surely || lostRun !== null || below !== null || deletedIn !== null || !ranWith(cell)) return [];
        // it ran in Python 2, and `undefined-name` says so
        if (pythonThreeName(name) !== null) return [];
        const message = `no cell defines ${name}, which was there when this ran; ${remedyFor(found)}`;
        return places.slice(0, 1).map((at) => ({ cell: cell.id, at, message }));
      }),
    ),
};
