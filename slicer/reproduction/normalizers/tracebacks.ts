/** Where an error was raised. */

import { rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const TRACEBACKS: Normalizer = {
  name: 'tracebacks',
  takes: 'paths, line numbers and quoted code of a traceback; the type and message of the error stay',
  hides: 'that the same error was raised at another place',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) => {
      if (kind === 'traceback') return null;
      return kind === 'error' ? text.replace(/\((?:<[^>]*>|\S+\.py), line \d+\)$/, '(…)') : text;
    }),
};
