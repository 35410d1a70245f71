/** missing-file: reads of missing files. */

import { filesRead } from '../files-read.ts';
import type { Rule } from '../rule.ts';

export const missingFile: Rule = {
  code: 'missing-file',
  severity: 'warning',
  phase: 'review',
  what: 'A cell reads a missing file, and no cell makes the file',
  why: 'The cell fails for everybody with only the project.',
  fix: null,
  check(facts) {
    const { surroundings, code } = facts;
    if (surroundings.folder === null) return [];
    return filesRead(code)
      .filter(({ path }) => !surroundings.exists(path))
      .map(({ cell, path, at }) => ({
        cell: cell.id,
        at,
        message: `there is no ${path} beside the notebook; add it, or say where it comes from`,
      }));
  },
};
