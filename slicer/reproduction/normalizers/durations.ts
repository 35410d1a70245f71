/** How long something took. */

import { isText, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

const NUMBER = String.raw`\d+(?:\.\d+)?(?:e[-+]?\d+)?`;
const UNIT = String.raw`(?:ns|µs|μs|us|ms|s|secs?|seconds?|mins?|minutes?|hours?|hrs?)\b`;
const PATTERNS = [
  /^(?:CPU times|Wall time|Compiler time|Parser).*$/gm,
  /^[^±\r\n]*± .* per loop .*$/gm,
  /^The slowest run took .*$/gm,
  /^\d+ loops?, best of .*$/gm,
  new RegExp(String.raw`(?<![\w.])${NUMBER} ?${UNIT}`, 'gi'),
  new RegExp(
    String.raw`(?<=\b(?:time|took|elapsed|duration|runtime|seconds)\b[^\d\n]{0,30})(?<![\w.])${NUMBER}`,
    'gi',
  ),
  /(?<![\w:])\d{1,2}:\d\d:\d\d\.\d+(?![\w:])/g,
];

export const DURATIONS: Normalizer = {
  name: 'durations',
  takes: '`%time`, `%timeit`, numbers with a unit of time or after a word such as “took”',
  hides: 'a result that is a time (“lasts 12 s”)',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) =>
      isText(kind) ? PATTERNS.reduce((known, pattern) => known.replace(pattern, '…s'), text) : text,
    ),
};
