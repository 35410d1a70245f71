/** Colours of terminals. */

import { isText, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

export const ANSI: Normalizer = {
  name: 'ansi',
  takes: 'colours and escape sequences of terminals',
  hides: 'a mark in another colour',
  rewrite: (form) => rewriteParts(form, (text, kind) => (isText(kind) ? text.replace(ESCAPES, '') : text)),
};
