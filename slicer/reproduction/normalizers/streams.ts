/** How printed text was cut into pieces. */

import { PIECE, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const STREAMS: Normalizer = {
  name: 'streams',
  takes: 'the pieces of stored text',
  hides: 'text printed before instead of after a display',
  rewrite: (form) => rewriteParts(form, (text) => text.replaceAll(PIECE, '')),
};
