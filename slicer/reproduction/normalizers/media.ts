/** The number of forms in which an object shows itself. */

import { isPlaceholder } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const MEDIA: Normalizer = {
  name: 'media',
  takes:
    'an object that shows itself in more or fewer forms (with HTML, without PDF), or in another picture or LaTeX, where a form that both have says the same',
  hides: 'a difference in a form that only one of both has, or in how a formula is drawn',
  common: (stored, now) => {
    const shared = [...stored.keys()].filter((kind) => now.has(kind) && kind !== 'count');
    const hasText = shared.includes('text/plain') && !isPlaceholder(stored.get('text/plain') ?? '');
    const common = hasText
      ? shared.filter((kind) => !isDrawn(kind))
      : shared.filter((kind) => kind !== 'text/plain');
    return common.length === 0 ? null : common;
  },
};

function isDrawn(kind: string): boolean {
  return kind.startsWith('image/') || kind === 'text/latex';
}
