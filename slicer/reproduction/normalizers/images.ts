/** Pictures that look alike. */

import { PICTURES_ALIKE, pictureDistance } from '../picture-distance.ts';
import { type Form, isPlaceholder, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const IMAGES: Normalizer = {
  name: 'images',
  takes: `up to ${PICTURES_ALIKE * 100} % of a PNG's drawing without a counterpart at the same position`,
  hides: 'small marks and labels, the colour of a thin line, shifts below a percent of the axis',
  // a front end that shows a picture does not show its text (`<Figure size 640x480 with 1 Axes>`)
  rewrite: (form) => rewriteParts(form, (text, kind) => (isTextOfPicture(kind, text, form) ? null : text)),
  alike: (kind, stored, now) => {
    if (kind !== 'image/png') return false;
    const distance = pictureDistance(stored, now);
    return distance !== null && distance <= PICTURES_ALIKE;
  },
};

function isTextOfPicture(kind: string, text: string, form: Form): boolean {
  return kind === 'text/plain' && form.has('image/png') && isPlaceholder(text);
}
