/** How printed text was cut into pieces. */

import { PIECE, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const STREAMS: Normalizer = {
  name: 'streams',
  takes: 'the pieces in which printed text was stored',
  hides: 'that text was printed before a display instead of after it',
  rewrite: (form) => rewriteParts(form, (text) => text.replaceAll(PIECE, '')),
};
