/** odd-file-name (Julynter's t5): characters forbidden in names on some systems. */

import { renamed, SPECIAL, specialIn, stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const oddFileName: Rule = {
  code: 't5',
  name: 'odd-file-name',
  severity: 'info',
  phase: 'share',
  what: 'The name has other characters than `A-Z a-z 0-9 . _ -`',
  why: 'Some systems, archives and links cannot hold them.',
  fix: null,
  check({ fileName }) {
    const stem = stemOf(fileName);
    if (stem === null || !SPECIAL.test(stem)) return [];
    return [
      {
        cell: null,
        at: null,
        message: `the name has ${specialIn(stem)}; ${renamed(stem)} would be safe everywhere`,
      },
    ];
  },
};
