/** no-conclusion (Julynter's c5): a notebook without text at the end. */

import { isProse } from '../prose.ts';
import type { Rule } from '../rule.ts';

/** The cells at the end of which one should be text. */
const LAST = 3;

export const noConclusion: Rule = {
  code: 'c5',
  name: 'no-conclusion',
  severity: 'info',
  phase: 'share',
  what: 'None of the last three cells is text, and the notebook has text elsewhere',
  why: 'Readers get results without a conclusion.',
  fix: null,
  check({ cells, fileName }) {
    const filled = cells.filter(({ type, source }) => type !== 'raw' && source.trim() !== '');
    const last = filled.at(-1);
    // (a notebook without any text lacks an introduction first)
    if (fileName === null || last === undefined || !filled.some(isProse)) return [];
    if (filled.slice(-LAST).some(isProse)) return [];
    const message = 'the notebook ends with code; say in a text cell at the end what came out';
    return [{ cell: last.id, at: null, message }];
  },
};
