/** Where an error was raised. */

import { rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const TRACEBACKS: Normalizer = {
  name: 'tracebacks',
  takes: 'paths, line numbers and quoted code; type and message stay',
  hides: 'the same error from another line',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) => {
      if (kind === 'traceback') return null;
      return kind === 'error' ? text.replace(/\((?:<[^>]*>|\S+\.py), line \d+\)$/, '(…)') : text;
    }),
};
