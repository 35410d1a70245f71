/** syntax-error: cells with invalid Python. */

import { pythonTwoPrint } from '../python-two.ts';
import type { Rule } from '../rule.ts';

export const syntaxError: Rule = {
  code: 'syntax-error',
  severity: 'error',
  phase: 'explore',
  what: 'A cell is no valid Python 3',
  why: 'The cell cannot run.',
  fix: null,
  check: ({ code }) =>
    code.flatMap(({ id, source, parsed }) => {
      if (parsed.opaque || /^\s*%%/.test(source)) return [];
      const print = pythonTwoPrint(source);
      if (print !== null) {
        return [{ cell: id, at: print, message: 'this is Python 2; write print(…) with brackets' }];
      }
      const [first] = parsed.errors;
      return first === undefined ? [] : [{ cell: id, at: first, message: 'this is no valid Python' }];
    }),
};
