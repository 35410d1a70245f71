/** unseeded-random: results with other values in each run. */

import { oneNote } from '../one-note.ts';
import { type Draw, unseededDraws } from '../random-draws.ts';
import type { Rule } from '../rule.ts';
import { firstShown } from '../shown-draws.ts';

export const unseededRandom: Rule = {
  code: 'unseeded-random',
  severity: 'warning',
  phase: 'review',
  what: 'A shown result depends on chance, and nothing sets the seed',
  why: 'Nobody gets the same numbers again.',
  fix: null,
  check(facts) {
    const told = new Set<string>();
    const found = unseededDraws(facts).flatMap((draw) => {
      const shown = told.has(draw.world) || isGlance(draw) ? null : firstShown(facts, draw);
      if (shown === null) return [];
      told.add(draw.world);
      return [{ cell: draw.of, at: draw.at, what: 'drawn here', draw, shown }];
    });
    return oneNote(facts, unseededRandom, found, (places) => {
      const [{ draw, shown }] = places as [(typeof places)[number]];
      const where = shown === draw.cell ? 'this cell shows' : `cell ${shown.index} shows`;
      const more = places.slice(1).map((place) => messageOf(place.draw));
      return { message: [`${messageOf(draw)}; what ${where} differs each time`, ...more].join('; ') };
    }).map((finding) => {
      const [{ shown, draw }] = found.filter(({ cell }) => cell.id === finding.cell) as [
        (typeof found)[number],
      ];
      if (shown === draw.cell) return finding;
      const here = { cell: shown.id, at: { from: 0, to: 0 }, what: 'shown here' };
      return { ...finding, path: [here, ...(finding.path ?? [])] };
    });
  },
};

function messageOf({ name, seed, unless }: Draw): string {
  const remedies = [
    // (a layout of a graph draws none where positions are given)
    ...(unless !== null && /seed|state|rng|random/.test(unless) ? [`give it ${unless}=0`] : []),
    ...(seed === null ? [] : [`call ${seed}(0) before`]),
  ];
  return remedies.length === 0 ? `${name} is not seeded` : `${name} is not seeded: ${remedies.join(', or ')}`;
}

/** `data.sample(3)` alone in a line: a look at some rows, of which nothing else is made. */
function isGlance({ of, at, name }: Draw): boolean {
  if (name !== 'sample') return false;
  const statement = of.parsed.statements.find(({ from, to }) => from <= at.from && at.to <= to);
  return statement?.body.at(-1)?.type === 'expression';
}
