/** Marks matches of a search in rendered text, without changing the text (the CSS Custom Highlight API). */

import { effect } from '@preact/signals';
import { sought } from '../page/sought.ts';

const NAME = 'found-place';

/** Follows the search of the page; returns a function to stop. */
export function markFound(host: HTMLElement): () => void {
  if (typeof Highlight === 'undefined') return () => {};
  const highlights = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, highlights);
  let marked: readonly Range[] = [];
  const clear = (): void => {
    for (const range of marked) highlights.delete(range);
  };
  const stop = effect(() => {
    const pattern = sought.value?.pattern ?? null;
    clear();
    marked = pattern === null ? [] : rangesOf(host, pattern);
    for (const range of marked) highlights.add(range);
  });
  return () => {
    stop();
    clear();
  };
}

/** The places of a pattern in the text of an element, also across its parts. */
function rangesOf(host: HTMLElement, pattern: RegExp): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length });
    text += (node as Text).data;
  }
  const at = (place: number): readonly [Text, number] => {
    const { node, from } = nodes.findLast((one) => one.from <= place)!;
    return [node, place - from];
  };
  return [...text.matchAll(pattern)].flatMap(({ index, 0: found }) => {
    if (found === '') return [];
    const range = document.createRange();
    range.setStart(...at(index));
    const [node, last] = at(index + found.length - 1);
    range.setEnd(node, last + 1);
    return [range];
  });
}
