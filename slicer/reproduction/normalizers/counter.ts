/** The number in `Out[5]`. */

import { rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const COUNTER: Normalizer = {
  name: 'counter',
  takes: 'the number of a result (`Out[5]`)',
  hides: 'another order or number of runs',
  rewrite: (form) => rewriteParts(form, (text, kind) => (kind === 'count' ? null : text)),
};
