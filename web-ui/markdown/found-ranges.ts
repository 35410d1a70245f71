/** Marks matches of a search in rendered text, without changing the text (the CSS Custom Highlight API). */

import { effect } from '@preact/signals';
import { sought } from '../page/sought.ts';

const NAME = 'found-place';

/** The marked places, in the order of their elements. */
export function foundRanges(): readonly AbstractRange[] {
  const ranges = [...(CSS.highlights?.get(NAME) ?? [])];
  return ranges.sort((a, b) => placeInPage(a, b));
}

/** Follows the search of the page in a rendered text, or in outputs; returns a function to stop. */
export function markFound(host: Node, kind: 'text' | 'outputs' = 'text'): () => void {
  if (typeof Highlight === 'undefined') return () => {};
  const highlights = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, highlights);
  let marked: readonly Range[] = [];
  const clear = (): void => {
    for (const range of marked) highlights.delete(range);
  };
  const stop = effect(() => {
    const search = sought.value;
    const pattern = search !== null && (kind === 'text' || search.outputs) ? search.pattern : null;
    clear();
    marked = pattern === null ? [] : rangesOf(host, pattern);
    for (const range of marked) highlights.add(range);
  });
  return () => {
    stop();
    clear();
  };
}

function placeInPage(a: AbstractRange, b: AbstractRange): number {
  const [x, y] = [a, b].map(({ startContainer }) => {
    const root = startContainer.getRootNode();
    return root instanceof ShadowRoot ? root.host : startContainer;
  });
  if (x === y) return 0;
  return x!.compareDocumentPosition(y!) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** The places of a pattern in the text of an element, also across its parts. */
function rangesOf(host: Node, pattern: RegExp): Range[] {
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
