/** syntax-error: cells that are no Python. */

import type { Rule } from '../rule.ts';

export const syntaxError: Rule = {
  code: 'syntax-error',
  severity: 'error',
  phase: 'explore',
  what: 'A cell is no valid Python 3',
  why: 'It cannot run.',
  fix: null,
  check: ({ code }) =>
    code.flatMap(({ id, source, parsed }) => {
      const [first] = parsed.errors;
      if (first === undefined || parsed.opaque || /^\s*%%/.test(source)) return [];
      const print = /(?<![\w.])print[ \t]+(?![=(\s])[^\n]/.test(source);
      const message = print ? 'this is Python 2; write print(…) with brackets' : 'this is no valid Python';
      return [{ cell: id, at: first, message }];
    }),
};
