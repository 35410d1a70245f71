/** lost-cell (Julynter's h5): names with a definition only in a deleted or changed cell. */

import type { Rule } from '../rule.ts';

export const lostCell: Rule = {
  code: 'h5',
  name: 'lost-cell',
  severity: 'error',
  phase: 'explore',
  what: 'A cell works only because of a deleted or changed cell (from the log of its session)',
  why: 'In a new kernel the cell fails.',
  fix: null,
  check: (facts) =>
    facts.code.flatMap((cell) =>
      facts.undefinedNames(cell).flatMap(({ name, surely, places, below, deletedIn, lostRun }) => {
        if (!surely || lostRun === null || below !== null || deletedIn !== null) return [];
        const isThere = facts.code.some(({ id }) => id === lostRun.cell);
        const where = `cell ${lostRun.cell}, run ${lostRun.count}`;
        const state = isThere ? 'has changed since' : 'is deleted';
        const text = lostRun.source.trim().split('\n').length;
        const again = text === 1 ? `bring back \`${lostRun.source.trim()}\`` : `bring back its ${text} lines`;
        const message = `${name} was defined by ${where}, which ${state}; ${again}, or define ${name} above`;
        return places.slice(0, 1).map((at) => ({ cell: cell.id, at, message }));
      }),
    ),
};
