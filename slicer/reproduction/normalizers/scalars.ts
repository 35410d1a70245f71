/** How numpy 2 writes its numbers. */

import { isPlain, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

const SCALAR = /\bnp\.(?:float|int|uint|bool|str|complex)\w*\(([^()]*)\)|\bnp\.(True|False)_/g;

export const SCALARS: Normalizer = {
  name: 'scalars',
  takes: "numpy's numbers and strings with and without their type (`np.float64(0.5)`)",
  hides: 'that a result has another type of the same kind',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) => (isPlain(kind) ? text.replace(SCALAR, '$1$2') : text)),
};
