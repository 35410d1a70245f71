/** Markdown with formulas as clean HTML. Formulas are left as marked text; `markdown-view.tsx` has them set. */

import MarkdownIt from 'markdown-it';
import { sanitize } from '../outputs/sanitize.ts';
import { mathRules } from './math-rules.ts';

const markdown = new MarkdownIt({ html: true, linkify: true });
mathRules(markdown);

/** HTML of a Markdown text. `base`: the folder that relative addresses are meant from. */
export function renderMarkdown(source: string, base: string): string {
  const html = sanitize(markdown.render(source), false);
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const image of template.content.querySelectorAll('img')) {
    image.src = fileAddress(image.getAttribute('src') ?? '', base);
  }
  for (const link of template.content.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (!href.startsWith('#')) {
      link.href = fileAddress(href, base);
      link.target = '_blank';
      link.rel = 'noreferrer';
    }
  }
  for (const heading of template.content.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    heading.id = (heading.textContent ?? '').trim().replace(/\s+/g, '-');
  }
  return template.innerHTML;
}

function fileAddress(address: string, base: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || address === '') return address;
  const path = new URL(address, `http://files/${base === '' ? '' : `${base}/`}`).pathname;
  return /\.ipynb$/i.test(path) ? `/notebooks${path}` : `/files${path}`;
}
