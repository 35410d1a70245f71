/** Progress bars, and lines that overwrite themselves. */

import { isPlain, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

/** `12%|███ | 3/25 [00:01<00:09, 2.3it/s]`: the text before the bar, and the counts. */
const TQDM = /^(.*?)\d{1,3}%\|[^|\n]{0,400}\| {0,9}([^\s/|]{1,40}\/[^\s/|]{1,40}) \[[^\]\n]{0,200}\].*$/gm;
/** `3it [00:01, 2.3it/s]` of a loop without a known end. */
const TQDM_OPEN = /^(.*?)(\d{1,20})it \[[^\]\n]{0,200}\].*$/gm;
/** `25/25 [=====] - 2s 3ms/step - loss: 0.3`, also in the form of Keras 3. */
const KERAS =
  /(\d+\/\d+) (?:\[[=>.]*\]|[━╸╺ ]+)[ -]*(?:ETA: [\d:]+s?|[\d.]+m?s)?(?: [\d.]+[nµum]?s\/(?:step|epoch|sample))?/g;

export const PROGRESS: Normalizer = {
  name: 'progress',
  takes: 'progress bars, and lines overwritten by a carriage return; final counts stay',
  hides: 'the text before it was overwritten',
  rewrite: (form) => rewriteParts(form, (text, kind) => (isPlain(kind) ? withoutBars(text) : text)),
};

function withoutBars(text: string): string {
  if (!/\r|%\||it \[|\[=|━/.test(text)) return text;
  return text
    .split('\n')
    .map(overwritten)
    .join('\n')
    .replace(TQDM, '$1$2')
    .replace(TQDM_OPEN, '$1$2')
    .replace(KERAS, '$1')
    .replace(/\n{2,}/g, '\n');
}

/** The final view of a line in a terminal. */
function overwritten(line: string): string {
  const states = line.split('\r').filter((state) => state.trim() !== '');
  return states.at(-1) ?? '';
}
