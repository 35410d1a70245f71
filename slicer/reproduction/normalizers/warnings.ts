/** Warnings and log lines of libraries on standard error. */

import { PIECE, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

/** `path:12: FutureWarning: …`, the lines of its message, and the line of code below it. */
const WARNING =
  /^(?:\S.*:\d+: )?(?:\w+\.)*\w*Warning\b.*\n?(?:^[ \t]+.*(?:\n|$)|^(?!\S*:\d+: ).*\n(?=[ \t]+\S))*/gm;
/** Of absl, TensorFlow, CUDA and the logging module. */
const LOG =
  /^(?:[IWEF]\d{4} |WARNING|INFO|DEBUG|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d+[: ]+(?:[IWEF]|INFO|WARNING|DEBUG|ERROR)\b).*(?:\n|$)/gm;

export const WARNINGS: Normalizer = {
  name: 'warnings',
  takes: 'warnings and log lines on standard error',
  hides: 'a new or missing warning, also about the result',
  rewrite: (form) =>
    rewriteParts(form, (text, kind) => {
      if (kind !== 'stderr') return text;
      return text.replaceAll(PIECE, '').replace(WARNING, '').replace(LOG, '').trim();
    }),
};
