/** lost-name (Julynter's h6): names without a definition in any cell, though a cell has run with them. */

import { listed } from '../../words/listed.ts';
import type { CodeCell, UndefinedName } from '../facts.ts';
import { type CellFault, oneNote } from '../one-note.ts';
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
  check(facts) {
    const lost = facts.code.flatMap((cell) =>
      facts.undefinedNames(cell).flatMap((found) => lostIn(cell, found)),
    );
    const pylab = facts.surroundings.namesIn({ module: 'pylab' });
    const fromPylab = lost.filter(({ name }) => pylab?.has(name));
    const isPylab = new Set(fromPylab.map(({ name }) => name)).size > 1;
    const groups = new Map<string, LostUse[]>();
    for (const place of lost) {
      const key = isPylab && pylab?.has(place.name) ? '%pylab' : place.name;
      groups.set(key, [...(groups.get(key) ?? []), place]);
    }
    return [...groups.values()].flatMap((group) =>
      oneNote(facts, lostName, group, (places) => {
        const names = listed(places.map(({ name }) => name));
        const [{ name, remedy }] = places as [LostUse];
        return names === name
          ? { message: `no cell defines ${name}, which was there when this ran; ${remedy}` }
          : {
              message: `no cell defines ${names}, which were there when these cells ran, as after %pylab; import them from matplotlib.pyplot and numpy above`,
            };
      }),
    );
  },
};

interface LostUse extends CellFault {
  readonly name: string;
  readonly remedy: string;
}

function lostIn(cell: CodeCell, found: UndefinedName): LostUse[] {
  const { name, surely, places, below, deletedIn, lostRun } = found;
  if (!surely || lostRun !== null || below !== null || deletedIn !== null || !ranWith(cell)) return [];
  // it ran in Python 2, and `undefined-name` reports the name
  if (pythonThreeName(name) !== null) return [];
  const what = `${name} is used here`;
  return places.slice(0, 1).map((at) => ({ cell, at, what, name, remedy: remedyFor(found) }));
}
