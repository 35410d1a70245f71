/** Formulas in labels of widgets: `$…$` and Jupyter's other forms, set by KaTeX in place. */

import { loadStyle } from '../page/style-sheet.ts';

/** Sets formulas in an element; it has the interface of JupyterLab's typesetter. */
export const latexTypesetter = {
  typeset(element: HTMLElement): void {
    if (/\$|\\\(|\\\[/.test(element.textContent ?? '')) void setFormulas(element);
  },
};

async function setFormulas(element: HTMLElement): Promise<void> {
  void loadStyle('math');
  const { default: renderMathInElement } = await import('katex/contrib/auto-render');
  try {
    setIn(element, renderMathInElement);
  } catch {
    // nested deeper than the stack: the text stays unchanged
  }
}

function setIn(element: HTMLElement, render: typeof import('katex/contrib/auto-render').default): void {
  render(element, {
    delimiters: [
      { left: '$$', right: '$$', display: true },
      { left: '$', right: '$', display: false },
      { left: '\\(', right: '\\)', display: false },
      { left: '\\[', right: '\\]', display: true },
    ],
    throwOnError: false,
    trust: false,
    strict: 'ignore',
    maxSize: 100,
  });
}
