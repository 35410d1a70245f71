/** unseeded-random: results with other values in each run. */

import { type Draw, unseededDraws } from '../random-draws.ts';
import type { Rule } from '../rule.ts';
import { firstShown } from '../shown-draws.ts';

export const unseededRandom: Rule = {
  code: 'unseeded-random',
  severity: 'warning',
  phase: 'share',
  what: 'A shown result depends on chance, and nothing sets the seed',
  why: 'Nobody gets the same numbers again.',
  fix: null,
  check(facts) {
    const told = new Set<string>();
    return unseededDraws(facts).flatMap((draw) => {
      const { cell, of, at, world } = draw;
      const shown = told.has(world) ? null : firstShown(facts, draw);
      if (shown === null) return [];
      told.add(world);
      const where = shown === cell ? 'this cell shows' : `cell ${shown.index} shows`;
      const path = [
        { cell: of.id, at, what: 'drawn here' },
        ...(shown === cell ? [] : [{ cell: shown.id, at: { from: 0, to: 0 }, what: 'shown here' }]),
      ];
      return [{ cell: of.id, at, message: `${messageOf(draw)}; what ${where} differs each time`, path }];
    });
  },
};

function messageOf({ name, seed, unless }: Draw): string {
  const remedies = [
    ...(unless === null ? [] : [`give it ${unless}=0`]),
    ...(seed === null ? [] : [`call ${seed}(0) before`]),
  ];
  return remedies.length === 0 ? `${name} is not seeded` : `${name} is not seeded: ${remedies.join(', or ')}`;
}
