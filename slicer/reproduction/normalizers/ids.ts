/** Names that libraries draw for parts of a page. */

import { isText, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

/** Widgets' models and UUIDs; the tables of pandas' Styler; diagrams of scikit-learn; parts of SVG pictures; files of cells. */
const IDS = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  /\b[0-9a-f]{32}\b/g,
  /\bT_[0-9a-f]{5}(?:_?[0-9a-f_]{27,31})?(?=\b|_)/g,
  /\bsk-(?:container|estimator)-id-\d+/g,
  /(?<=id="|#)[mp][0-9a-f]{10}\b/g,
  /<dc:date>[^<]*<\/dc:date>/g,
  /\bipykernel_\d+[\\/]\d+\.py\b/g,
  /<ipython-input-\d+-[0-9a-f]+>/g,
];

export const IDS_OF_PARTS: Normalizer = {
  name: 'ids',
  takes: 'ids of widgets, HTML and SVG, UUIDs, 32-digit hexadecimal names, files of cells',
  hides: 'a UUID or MD5 sum that is a result',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) =>
      isText(kind) ? IDS.reduce((known, pattern) => known.replace(pattern, 'id'), text) : text,
    ),
};
