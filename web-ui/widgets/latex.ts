/** Formulas in labels of widgets: `$…$` and what else Jupyter knows, set by KaTeX in place. */

import { loadStyle } from '../page/style-sheet.ts';

/** Sets formulas in an element; the interface is that of JupyterLab's typesetter. */
export const latexTypesetter = {
  typeset(element: HTMLElement): void {
    if (/\$|\\\(|\\\[/.test(element.textContent ?? '')) void setFormulas(element);
  },
};

async function setFormulas(element: HTMLElement): Promise<void> {
  loadStyle('math');
  const { default: renderMathInElement } = await import('katex/contrib/auto-render');
  renderMathInElement(element, {
    delimiters: [
      { left: '$$', right: '$$', display: true },
      { left: '$', right: '$', display: false },
      { left: '\\(', right: '\\)', display: false },
      { left: '\\[', right: '\\]', display: true },
    ],
    throwOnError: false,
    trust: false,
    strict: 'ignore',
  });
}
