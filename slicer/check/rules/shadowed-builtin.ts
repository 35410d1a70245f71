/** shadowed-builtin: builtins that a cell binds to data, though later code calls them. */

import { listed } from '../../words/listed.ts';
import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';
import { shadowedBuiltins } from '../shadowed-names.ts';

export const shadowedBuiltin: Rule = {
  code: 'shadowed-builtin',
  alias: 'A001',
  severity: 'info',
  phase: 'explore',
  what: 'A cell binds the name of a builtin to data, and later code calls the builtin',
  why: 'The call fails: the name means the data now.',
  fix: null,
  check: (facts) =>
    oneNote(facts, shadowedBuiltin, shadowedBuiltins(facts.code), (places) => {
      const [{ name, by }] = places as [(typeof places)[number]];
      const names = listed(places.map((place) => place.name));
      const message = `cell ${by.index} binds ${name} to data, and ${cellsOf(places)} call${places.length === 1 ? 's' : ''} the builtin ${names}; give the data another name`;
      return { message, severity: places.some(({ surely }) => surely) ? 'warning' : 'info' };
    }),
};
