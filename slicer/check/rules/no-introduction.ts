/** no-introduction (Julynter's c4): a notebook without text at the beginning. */

import { isProse } from '../prose.ts';
import type { Rule } from '../rule.ts';

export const noIntroduction: Rule = {
  code: 'c4',
  name: 'no-introduction',
  severity: 'info',
  phase: 'share',
  what: 'The first cell is no text',
  why: 'Readers do not learn the purpose and the needs of the notebook.',
  fix: null,
  check({ cells, fileName }) {
    // (raw cells at the top are settings for converters)
    const first = cells.find(({ type, source }) => type !== 'raw' && source.trim() !== '');
    if (fileName === null || first === undefined || isProse(first)) return [];
    const message = 'the notebook begins with code; say in a text cell first what it is for';
    return [{ cell: first.id, at: null, message }];
  },
};
