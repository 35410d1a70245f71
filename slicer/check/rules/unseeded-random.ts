/** unseeded-random: results with other values in each run. */

import type { CodeCell, NotebookFacts } from '../facts.ts';
import { type Draw, unseededDraws } from '../random-draws.ts';
import type { Rule } from '../rule.ts';

export const unseededRandom: Rule = {
  code: 'unseeded-random',
  severity: 'warning',
  phase: 'share',
  what: 'A shown result depends on chance, and nothing sets the seed',
  why: 'Nobody gets the same numbers again.',
  fix: null,
  check: (facts) =>
    unseededDraws(facts).flatMap((draw) => {
      const { cell, of, at } = draw;
      const shown = firstShown(facts, cell);
      if (shown === null) return [];
      const where = shown === cell ? 'this cell shows' : `cell ${shown.index} shows`;
      const path = [
        { cell: of.id, at, what: 'drawn here' },
        ...(shown === cell ? [] : [{ cell: shown.id, at: { from: 0, to: 0 }, what: 'shown here' }]),
      ];
      return [{ cell: of.id, at, message: `${messageOf(draw)}; what ${where} differs each time`, path }];
    }),
};

function messageOf({ name, seed, unless }: Draw): string {
  const remedies = [
    ...(unless === null ? [] : [`give it ${unless}=0`]),
    ...(seed === null ? [] : [`call ${seed}(0) before`]),
  ];
  return remedies.length === 0 ? `${name} is not seeded` : `${name} is not seeded: ${remedies.join(', or ')}`;
}

/** The first cell with output from the results of this cell. */
function firstShown(facts: NotebookFacts, from: CodeCell): CodeCell | null {
  const pending = [from];
  const seen = new Set(pending);
  for (let at = 0; at < pending.length; at += 1) {
    const cell = pending[at]!;
    if (cell.shows) return cell;
    for (const reader of facts.readersOf(cell)) {
      if (seen.has(reader)) continue;
      seen.add(reader);
      pending.push(reader);
    }
  }
  return null;
}
