/** Code as HTML: a `span` for each line, with the classes of its colours. */

import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/python';
import { escaped } from '../documents/index.ts';

/** The HTML of a code, as the content of a `pre`. */
export function colouredCode(source: string): string {
  const lines: string[] = [''];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) => {
      lines[lines.length - 1] +=
        classes === '' ? escaped(text) : `<span class="${classes}">${escaped(text)}</span>`;
    },
    () => lines.push(''),
  );
  return joined(lines);
}

/** The HTML of a code in another language, without colours. */
export function linedCode(source: string): string {
  return joined(source.split('\n').map(escaped));
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `<span class="line">${line}\n</span>`).join('');
}
