/** undefined-name: names without a definition in a run from the top. */

import type { CodeCell, UndefinedName } from '../facts.ts';
import { pythonThreeName } from '../python-two.ts';
import { ranWith } from '../ran-with.ts';
import type { Rule } from '../rule.ts';
import { remedyFor } from '../usual-imports.ts';

export const undefinedName: Rule = {
  code: 'undefined-name',
  alias: 'F821',
  severity: 'error',
  phase: 'explore',
  what: 'A cell uses a name that no cell above it defines',
  why: 'In a new kernel, run from the top, the cell fails.',
  fix: null,
  check: (facts) => {
    const found = facts.code.flatMap((cell) => facts.undefinedNames(cell).map((name) => ({ cell, name })));
    /** Of a name that no cell binds, the surest finding is enough. */
    const told = new Set(found.flatMap(({ name }) => (name.surely ? [name.name] : [])));
    return found.flatMap(({ cell, name }) => {
      const message = messageOf(cell, name);
      if (message === null || (!name.surely && told.has(name.name))) return [];
      told.add(name.name);
      const severity = name.surely ? 'error' : 'warning';
      return name.places.slice(0, 1).map((at) => ({ cell: cell.id, at, message, severity }));
    });
  },
};

/** Null: h5 or h6 reports the name. */
function messageOf(cell: CodeCell, found: UndefinedName): string | null {
  const { below, deletedIn, lostRun, indirect } = found;
  const name = indirect ? `${found.name}, which a function called here uses,` : found.name;
  if (deletedIn !== null) return `${name} is deleted in cell ${deletedIn.index}; define it again before this`;
  if (below !== null) return `${name} is defined only below, in cell ${below.index}; move that up`;
  if (found.name === '__file__')
    return 'a notebook has no __file__, because a kernel runs no file; write the folder, or os.getcwd()';
  if (lostRun !== null || (found.surely && ranWith(cell) && pythonThreeName(found.name) === null))
    return null;
  return `no cell defines ${name.replace(/,$/, '')}; ${remedyFor(found)}`;
}
