/** syntax-error: cells with invalid Python. */

import { type CellFault, cellsOf, oneNote } from '../one-note.ts';
import { pythonTwoPrint } from '../python-two.ts';
import type { Rule } from '../rule.ts';

/** A gap that exercises leave for the reader: `<YOUR CODE>`, `x = # your code`, `f(a=, b=)`, `x =`. */
const GAP = /<(?:[A-Z][A-Z\s',.]*|\.{3}|…|)>|=\s*(?:#|,|\)|$)|\?\?\?/;

/** The word of a gap anywhere in a cell. */
const EXERCISE = /\byour (?:code|solution|answer)\b/i;

export const syntaxError: Rule = {
  code: 'syntax-error',
  severity: 'error',
  phase: 'explore',
  what: 'A cell is no valid Python 3',
  why: 'The cell cannot run.',
  fix: null,
  check(facts) {
    const prints: CellFault[] = [];
    const gaps: CellFault[] = [];
    const others = facts.code.flatMap((cell): CellFault[] => {
      const { source, parsed } = cell;
      if (parsed.opaque || /^\s*%%/.test(source)) return [];
      const print = pythonTwoPrint(source);
      if (print !== null) prints.push({ cell, at: print, what: 'print without brackets' });
      const [first] = print === null ? parsed.errors : [];
      if (first === undefined) return [];
      const place = { cell, at: first, what: 'no valid Python' };
      if (!GAP.test(lineAt(source, first.from)) && !EXERCISE.test(source)) return [place];
      gaps.push(place);
      return [];
    });
    const ofPythonTwo = oneNote(facts, syntaxError, prints, (places) => ({
      message: `this is Python 2; write print(…) with brackets${places.length > 1 ? `, in ${cellsOf(places)}` : ''}`,
    }));
    const unfinished = oneNote(facts, syntaxError, gaps, (places) => ({
      message: `this code is unfinished, and no valid Python; fill the gap${places.length > 1 ? `s in ${cellsOf(places)}` : ''}`,
    }));
    const invalid = others.map(({ cell, at }) => ({ cell: cell.id, at, message: 'this is no valid Python' }));
    return [...ofPythonTwo, ...unfinished, ...invalid];
  },
};

function lineAt(source: string, at: number): string {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return source.slice(start).split('\n', 1)[0]!;
}
