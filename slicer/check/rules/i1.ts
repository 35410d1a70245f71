/** i1: imports after the notebook has begun to work. */

import { moveImport, setUpCells } from '../move-import.ts';
import type { Rule } from '../rule.ts';

export const i1: Rule = {
  code: 'i1',
  severity: 'info',
  phase: 'share',
  what: 'An import stands below the cells at the top that import and set up',
  why: 'Where a package is missing, a run fails in the middle instead of at once.',
  fix: 'moves it to the last of the cells at the top that import, or deletes it where that has it, if nothing between could matter to it',
  check({ code }) {
    const head = setUpCells(code);
    return code.slice(head.length).flatMap((cell) =>
      cell.imports
        .filter(({ top }) => top)
        .map(({ module, at }) => ({
          cell: cell.id,
          at,
          message: `${module} is imported here; import it at the top of the notebook`,
          fix: moveImport(code, head, cell, at),
        })),
    );
  },
};
