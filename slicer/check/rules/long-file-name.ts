/** long-file-name (Julynter's t6): a very long name. */

import { stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const longFileName: Rule = {
  code: 't6',
  name: 'long-file-name',
  severity: 'info',
  phase: 'share',
  what: 'The name is longer than 100 characters',
  why: 'Some systems cannot hold such a name, and lists of files cut the end.',
  fix: null,
  check({ fileName }) {
    const stem = stemOf(fileName);
    if (stem === null || stem.length + 6 <= 100) return [];
    return [
      {
        cell: null,
        at: null,
        message: `the name has ${stem.length} characters; use a short one, and a title in the first cell`,
      },
    ];
  },
};
