/** no-introduction (Julynter's c4): a notebook without text at the beginning. */

import { isProse } from '../prose.ts';
import type { Rule } from '../rule.ts';

/** A comment of four words or more at the top of a cell, or a docstring. */
const SENTENCE = /^\s*(?:#[^\S\n]*\w+(?:[^\S\n]+\S+){3}|[rR]?(?:"""|'''))/;

export const noIntroduction: Rule = {
  code: 'c4',
  name: 'no-introduction',
  severity: 'info',
  phase: 'share',
  what: 'The first cell is no text, and does not begin with a comment of a sentence',
  why: 'Readers do not learn the purpose and the needs of the notebook.',
  fix: null,
  check({ cells, fileName }) {
    // (raw cells at the top are settings for converters)
    const first = cells.find(({ type, source }) => type !== 'raw' && source.trim() !== '');
    if (fileName === null || first === undefined || isProse(first) || SENTENCE.test(first.source)) return [];
    const message = 'the notebook begins with code; say in a text cell first what it is for';
    return [{ cell: first.id, at: null, message }];
  },
};
