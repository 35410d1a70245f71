/** syntax-error: cells with invalid Python. */

import type { RuleFinding } from '../finding.ts';
import { cellsOf, type FaultPlace, oneNote } from '../one-note.ts';
import { pythonTwoPrint } from '../python-two.ts';
import type { Rule } from '../rule.ts';

export const syntaxError: Rule = {
  code: 'syntax-error',
  severity: 'error',
  phase: 'explore',
  what: 'A cell is no valid Python 3',
  why: 'The cell cannot run.',
  fix: null,
  check(facts) {
    const prints: FaultPlace[] = [];
    const others = facts.code.flatMap((cell): RuleFinding[] => {
      const { id, source, parsed } = cell;
      if (parsed.opaque || /^\s*%%/.test(source)) return [];
      const print = pythonTwoPrint(source);
      if (print !== null) prints.push({ cell, at: print, what: 'print without brackets' });
      const [first] = print === null ? parsed.errors : [];
      return first === undefined ? [] : [{ cell: id, at: first, message: 'this is no valid Python' }];
    });
    const ofPythonTwo = oneNote(facts, syntaxError, prints, (places) => ({
      message: `this is Python 2; write print(…) with brackets${places.length > 1 ? `, in ${cellsOf(places)}` : ''}`,
    }));
    return [...ofPythonTwo, ...others];
  },
};
