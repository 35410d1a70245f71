/** unused-import: imports whose names no cell uses. */

import { listed } from '../../words/listed.ts';
import { unusedImports } from '../imported-names.ts';
import { oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const unusedImport: Rule = {
  code: 'unused-import',
  alias: 'F401',
  severity: 'info',
  phase: 'review',
  what: 'No cell uses an imported name',
  why: 'Readers look for its use, and must install a package for nothing.',
  fix: null,
  check: (facts) =>
    oneNote(
      facts,
      unusedImport,
      unusedImports(facts.code, facts.surroundings).map((each) => ({
        ...each,
        what: `${each.name} is imported`,
      })),
      (places) => {
        const names = listed(places.map(({ name }) => name));
        const verb = new Set(places.map(({ name }) => name)).size === 1 ? 'is' : 'are';
        return { message: `${names} ${verb} imported and never used; delete the import, or use it` };
      },
    ),
};
