/** shadowed-import: imported names that a cell binds to something else, though later code uses the import. */

import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';
import { shadowedImports } from '../shadowed-names.ts';

export const shadowedImport: Rule = {
  code: 'shadowed-import',
  severity: 'info',
  phase: 'explore',
  what: 'A cell binds an imported name to something else, and later code uses the import',
  why: 'The later code fails, or works only in another order of runs.',
  fix: null,
  check: (facts) =>
    oneNote(facts, shadowedImport, shadowedImports(facts.code), (places) => {
      const [{ name, by }] = places as [(typeof places)[number]];
      const message = `cell ${by.index} binds ${name} to something else, and ${cellsOf(places)} still needs the import; give one of them another name`;
      return { message };
    }),
};
