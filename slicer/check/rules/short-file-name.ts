/** short-file-name (Julynter's t7): a very short name. */

import { stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const shortFileName: Rule = {
  code: 't7',
  name: 'short-file-name',
  severity: 'info',
  phase: 'share',
  what: 'The name is shorter than 4 characters',
  why: 'The name says little about the topic of the notebook.',
  fix: null,
  check({ fileName }) {
    const stem = stemOf(fileName);
    if (stem === null || stem.trim() === '' || stem.length >= 4) return [];
    return [
      { cell: null, at: null, message: `the name ${stem} is very short; rename it to what it is about` },
    ];
  },
};
