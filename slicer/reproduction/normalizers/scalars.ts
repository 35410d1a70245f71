/** How numpy 2 writes its numbers. */

import { isPlain, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

const SCALAR = /\bnp\.(?:float|int|uint|bool|str|complex)\w*\(([^()]*)\)|\bnp\.(True|False)_/g;

export const SCALARS: Normalizer = {
  name: 'scalars',
  takes: "the type around numpy's numbers and strings (`np.float64(0.5)`)",
  hides: 'another type of the same kind',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) => (isPlain(kind) ? text.replace(SCALAR, '$1$2') : text)),
};
