/** copied-file-name (Julynter's t3): a notebook with the name of a copy. */

import { stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const copiedFileName: Rule = {
  code: 't3',
  name: 'copied-file-name',
  severity: 'warning',
  phase: 'review',
  what: 'The name ends like the name of a copy: `-Copy1`, `Copy of …`',
  why: 'Nobody can tell the copy from the original, or which of the two counts.',
  fix: null,
  check({ fileName }) {
    const stem = stemOf(fileName);
    if (stem === null || !/-copy\d*(?:[-_ .]|$)|^copy[ _]of[ _]/i.test(stem)) return [];
    return [
      {
        cell: null,
        at: null,
        message: `${stem} has the name of a copy; rename it to what differs, or delete it`,
      },
    ];
  },
};
