/** late-import (Julynter's i1): imports after the notebook has begun to work. */

import { listed } from '../../words/listed.ts';
import { followsInstall, moveImport, setUpCells } from '../move-import.ts';
import { cellsOf, oneNote } from '../one-note.ts';
import { repeatedImports } from '../repeated-imports.ts';
import type { Rule } from '../rule.ts';

export const lateImport: Rule = {
  code: 'i1',
  name: 'late-import',
  alias: 'E402',
  severity: 'info',
  phase: 'share',
  what: 'An import stands below the first cells, which import and set up',
  why: 'Where a package is missing, a run fails in the middle instead of at once.',
  fix: 'moves the import to the last importing cell at the top, if no cell between can notice',
  check(facts) {
    const { code } = facts;
    const head = setUpCells(code);
    const repeated = new Set(repeatedImports(code).map(({ cell, at }) => `${cell.id} ${at.from}`));
    const late = code
      .slice(head.length)
      .flatMap((cell) =>
        cell.imports
          .filter(
            ({ top, at }) => top && !repeated.has(`${cell.id} ${at.from}`) && !followsInstall(code, cell, at),
          )
          .map(({ module, at }) => ({ cell, module, at, what: `${module} is imported here` })),
      );
    return oneNote(facts, lateImport, late, (places) => {
      const fixes = places.map(({ cell, at }) => moveImport(code, head, cell, at));
      const message = `${listed(places.map(({ module }) => module))}: imported late, in ${cellsOf(places)}; import at the top of the notebook`;
      // the next fix is worked out after this one
      return { message, fix: fixes.find((fix) => fix !== null) ?? null };
    });
  },
};
