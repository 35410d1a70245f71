/** repeated-import: imports of names that a cell above has imported in the same way. */

import { listed } from '../../words/listed.ts';
import { moveImport, setUpCells } from '../move-import.ts';
import { cellsOf, oneNote } from '../one-note.ts';
import { repeatedImports } from '../repeated-imports.ts';
import type { Rule } from '../rule.ts';

export const repeatedImport: Rule = {
  code: 'repeated-import',
  alias: 'F811',
  severity: 'info',
  phase: 'share',
  what: 'A name is imported again in the same way',
  why: 'The second import does nothing, and hides where the notebook gets the name from.',
  fix: 'deletes the repeated import, if no cell between can notice',
  check: (facts) =>
    oneNote(facts, repeatedImport, repeatedImports(facts.code), (places) => {
      const head = setUpCells(facts.code);
      const fixes = places.map(({ cell, at }) => moveImport(facts.code, head, cell, at));
      const message = `${listed(places.map(({ name }) => name))}: imported again in ${cellsOf(places)}; one import is enough`;
      // the next fix is worked out after this one
      return { message, fix: fixes.find((fix) => fix?.title.startsWith('delete')) ?? null };
    }),
};
