/** no-conclusion (Julynter's c5): a notebook without text at the end. */

import { isProse } from '../prose.ts';
import type { Rule } from '../rule.ts';

export const noConclusion: Rule = {
  code: 'c5',
  name: 'no-conclusion',
  severity: 'info',
  phase: 'share',
  what: 'The last cell is no text',
  why: 'Readers get results without a conclusion.',
  fix: null,
  check({ cells, fileName }) {
    const filled = cells.filter(({ type, source }) => type !== 'raw' && source.trim() !== '');
    const last = filled.at(-1);
    if (fileName === null || last === undefined || filled.length < 2 || isProse(last)) return [];
    const message = 'the notebook ends with code; say in a text cell at the end what came out';
    return [{ cell: last.id, at: null, message }];
  },
};
