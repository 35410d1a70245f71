/** undefined-name: names without a definition in a run from the top. */

import { listed } from '../../words/listed.ts';
import type { CodeCell, UndefinedName } from '../facts.ts';
import { type CellFault, oneNote } from '../one-note.ts';
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
    const faults = found.flatMap(({ cell, name }): Fault[] => {
      const message = messageOf(cell, name);
      if (message === null || (!name.surely && told.has(name.name))) return [];
      told.add(name.name);
      return name.places.slice(0, 1).map((at) => ({ cell, at, what: 'used here', name, message }));
    });
    return byCause(faults).flatMap((group) =>
      oneNote(facts, undefinedName, group, (places) => {
        const [{ name, message }] = places as [Fault];
        const names = listed(places.map((place) => place.name.name));
        const severity = name.surely ? 'error' : 'warning';
        return names === name.name
          ? { message, severity }
          : { message: `no cell defines ${names}; define them in a cell above`, severity };
      }),
    );
  },
};

interface Fault extends CellFault {
  readonly name: UndefinedName;
  readonly message: string;
}

/** One group for a name that is defined only below, and for the names that one cell may lack, as where an exercise is to be filled in. */
function byCause(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const { name, cell, message } = fault;
    const isOpen = !name.surely && /define it in a cell above$/.test(message);
    const key = isOpen ? `cell ${cell.id}` : name.below === null ? `${cell.id} ${message}` : message;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()];
}

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
