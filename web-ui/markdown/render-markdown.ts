/** Markdown with formulas as clean HTML. Formulas are left as marked text; `markdown-view.tsx` has them set. */

import MarkdownIt from 'markdown-it';
import type { JsonObject } from '../../runtime/index.ts';
import { sanitize } from '../outputs/sanitize.ts';
import { attachmentAddress } from '../page/attachments.ts';
import { mathRules } from './math-rules.ts';

let parser: ReturnType<typeof newParser> | null = null;

function newParser() {
  const made = new MarkdownIt({ html: true, linkify: true });
  mathRules(made);
  return made;
}

/** HTML of a Markdown text. `base`: the folder that relative addresses are meant from; `attachments`: of its cell. */
export function renderMarkdown(source: string, base: string, attachments: JsonObject): string {
  // a page without texts does not pay for it
  parser ??= newParser();
  const html = sanitize(withAttachments(parser.render(source), attachments), false);
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

/** Pictures that are attached to the cell, in place of their names. */
function withAttachments(html: string, attachments: JsonObject): string {
  if (!html.includes('attachment:')) return html;
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const image of template.content.querySelectorAll('img[src^="attachment:"]')) {
    const name = image.getAttribute('src')!.slice('attachment:'.length);
    const address = attachmentAddress(attachments, name) ?? attachmentAddress(attachments, decoded(name));
    if (address !== null) image.setAttribute('src', address);
  }
  return template.innerHTML;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function fileAddress(address: string, base: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || address === '') return address;
  const path = new URL(address, `http://files/${base === '' ? '' : `${base}/`}`).pathname;
  return /\.ipynb$/i.test(path) ? `/notebooks${path}` : `/files${path}`;
}
