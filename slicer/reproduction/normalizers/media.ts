/** In how many forms an object shows itself. */

import type { Normalizer } from './normalizer.ts';

export const MEDIA: Normalizer = {
  name: 'media',
  takes:
    'an object that shows itself in more or fewer forms (with HTML, without PDF), where a form that both have is the same',
  hides: 'a difference in a form that only one of both has',
  common: (stored, now) => {
    const shared = [...stored.keys()].filter((kind) => now.has(kind) && kind !== 'count');
    const kinds = [...stored.keys(), ...now.keys()];
    const isTextOfPicture =
      shared.every((kind) => kind === 'text/plain') && kinds.some((kind) => /^image\/|widget/.test(kind));
    return shared.length === 0 || isTextOfPicture ? null : shared;
  },
};
