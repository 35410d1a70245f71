/** no-file-name (Julynter's t1): a notebook without a name. */

import { stemOf } from '../file-name.ts';
import type { Rule } from '../rule.ts';

export const noFileName: Rule = {
  code: 't1',
  name: 'no-file-name',
  severity: 'warning',
  phase: 'review',
  what: 'The notebook has no name but `.ipynb`',
  why: 'A list of files does not show the topic of the notebook.',
  fix: null,
  check: ({ fileName }) =>
    stemOf(fileName)?.trim() === ''
      ? [{ cell: null, at: null, message: 'the notebook has no name; rename it to what it is about' }]
      : [],
};
