/** Where objects lie in memory. */

import { isText, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const ADDRESSES: Normalizer = {
  name: 'addresses',
  takes: 'memory addresses (`<Model at 0x7f…>`)',
  hides: 'another object of the same kind; hexadecimal numbers of six digits or more',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) => (isText(kind) ? text.replace(/\b0x[0-9a-fA-F]{6,}\b/g, '0x…') : text)),
};
