/** blank-in-file-name (Julynter's t4): blanks in the name. */

import { renamed, stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const blankInFileName: Rule = {
  code: 't4',
  name: 'blank-in-file-name',
  severity: 'info',
  phase: 'share',
  what: 'The name has blanks',
  why: 'Commands and links break at blanks unless each is quoted.',
  fix: null,
  check({ fileName }) {
    const stem = stemOf(fileName);
    if (stem === null || !/\s/.test(stem.trim())) return [];
    return [{ cell: null, at: null, message: `the name has blanks; ${renamed(stem)} has none` }];
  },
};
