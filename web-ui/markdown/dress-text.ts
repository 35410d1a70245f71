/** Additions to a clean text beyond Markdown: boxes of task lists, colours of Python code, the direction of each script. */

import { colouredLines } from '../editor/python-colours.ts';

const PYTHON = '.language-python, .language-py, .language-python3, .language-ipython3, .language-ipython';

/** Changes the elements of a text in place. */
export function dressText(text: DocumentFragment): void {
  for (const item of text.querySelectorAll('li')) makeTask(item);
  for (const code of text.querySelectorAll(`pre > :is(${PYTHON})`)) colour(code);
  for (const block of text.querySelectorAll(':is(p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, th, td)')) {
    // what is within has the direction of the whole, which is not told from parts that have one of their own
    if (block.closest('[dir]') === null) block.setAttribute('dir', 'auto');
  }
}

/** `[ ]` and `[x]` at the beginning of an item are boxes, as on GitHub. */
function makeTask(item: HTMLLIElement): void {
  const first = item.firstElementChild;
  const isLoose = first?.tagName === 'P' && (item.firstChild?.textContent ?? '').trim() === '';
  const start = isLoose ? first.firstChild : item.firstChild;
  const found = start instanceof Text ? /^\s*\[([ xX])\]\s/.exec(start.data) : null;
  if (found === null) return;
  const isDone = found[1] !== ' ';
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.disabled = true;
  // as attributes: the text goes on as HTML
  if (isDone) box.setAttribute('checked', '');
  box.setAttribute('aria-label', isDone ? 'done' : 'to do');
  (start as Text).data = ` ${(start as Text).data.slice(found[0].length)}`;
  start!.before(box);
  item.classList.add('task');
}

function colour(code: Element): void {
  const lines = colouredLines(code.textContent ?? '').map((pieces) =>
    pieces.map(({ text, classes }) => {
      const piece = document.createElement('span');
      piece.className = classes;
      piece.textContent = text;
      return piece;
    }),
  );
  code.replaceChildren(...lines.flatMap((line, index) => (index === 0 ? line : ['\n', ...line])));
}
