/** The text of an output, as a search finds it: without colours and without the marks of HTML. Pure but for the parser of HTML. */

import type { Output } from '../../runtime/index.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals
const COLOURS = /\u001b\[[\d;?]*[A-Za-z]/g;

export function outputText(output: Output): string {
  if (output.output_type === 'stream') return output.text.replace(COLOURS, '');
  if (output.output_type === 'error') return [...output.traceback].join('\n').replace(COLOURS, '');
  const { 'text/html': html, 'text/markdown': markdown, 'text/plain': plain } = output.data;
  if (typeof html === 'string') return htmlText(html);
  return String(markdown ?? plain ?? '').replace(COLOURS, '');
}

function htmlText(html: string): string {
  // a document of its own, which loads and runs nothing
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const unseen of body.querySelectorAll('style, script')) unseen.remove();
  return body.textContent ?? '';
}
