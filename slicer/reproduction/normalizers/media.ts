/** The number of forms in which an object shows itself. */

import { isPlaceholder } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const MEDIA: Normalizer = {
  name: 'media',
  takes: 'more or fewer forms of an object, other pictures or LaTeX, where a common form agrees',
  hides: 'a difference in a form of one side, or in the drawing of a formula',
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
