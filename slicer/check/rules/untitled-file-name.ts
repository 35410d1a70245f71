/** untitled-file-name (Julynter's t2): a notebook with Jupyter's name for new notebooks. */

import { stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const untitledFileName: Rule = {
  code: 't2',
  name: 'untitled-file-name',
  severity: 'warning',
  phase: 'review',
  what: 'The name starts with `Untitled`',
  why: 'The name says nothing about the topic of the notebook.',
  fix: null,
  check({ fileName }) {
    const stem = stemOf(fileName);
    if (stem === null || !/^untitled/i.test(stem)) return [];
    return [
      { cell: null, at: null, message: `the notebook is called ${stem}; rename it to what it is about` },
    ];
  },
};
