/** late-import (Julynter's i1): imports after the notebook has begun to work. */

import { moveImport, setUpCells } from '../move-import.ts';
import type { Rule } from '../rule.ts';

export const lateImport: Rule = {
  code: 'i1',
  name: 'late-import',
  severity: 'info',
  phase: 'share',
  what: 'An import stands below the first cells, which import and set up',
  why: 'Where a package is missing, a run fails in the middle instead of at once.',
  fix: 'moves the import to the last importing cell at the top, or deletes a repeated import, if no cell between can notice',
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
