/**
 * Markdown with formulas as clean HTML. Formulas are left as marked text, and files of the folder as `data-file`; `markdown-view.tsx` has
 * them set and loaded.
 */

import MarkdownIt from 'markdown-it';
import type { JsonObject } from '../../runtime/index.ts';
import { mathRules } from '../../slicer/browser.ts';
import { withoutElsewhere } from '../outputs/elsewhere.ts';
import { ID_PREFIX, sanitize } from '../outputs/sanitize.ts';
import { attachmentAddress } from '../page/attachments.ts';
import { dressText } from './dress-text.ts';

let parser: ReturnType<typeof newParser> | null = null;

/** Allowed classes: Jupyter's and the parser's. Other classes could make texts look like parts of the page. */
const CLASSES = /^(?:alert(?:-\w+)?|language-\S+|math|display)$/;

/** A rendered text; `held`: a foreign part was left out. */
export interface Rendered {
  readonly html: string;
  readonly held: boolean;
}

/** The surroundings of a text. */
export interface TextSurroundings {
  /** The folder that relative addresses are meant from. */
  readonly base: string;
  /** Files of its cell. */
  readonly attachments: JsonObject;
  /** Whether other servers may be asked. */
  readonly trusted: boolean;
}

function newParser() {
  const made = new MarkdownIt({ html: true, linkify: true });
  mathRules(made);
  return made;
}

/** HTML of a Markdown text. */
export function renderMarkdown(source: string, { base, attachments, trusted }: TextSurroundings): Rendered {
  // a page without texts does not pay for it
  parser ??= newParser();
  const whole = sanitize(withAttachments(parser.render(source), attachments), { styles: false });
  const reduced = trusted ? null : withoutElsewhere(whole);
  const template = document.createElement('template');
  template.innerHTML = reduced ?? whole;
  for (const element of template.content.querySelectorAll('[class], [data-file]')) {
    delete (element as HTMLElement).dataset.file;
    element.setAttribute('class', [...element.classList].filter((name) => CLASSES.test(name)).join(' '));
  }
  for (const image of template.content.querySelectorAll('img')) {
    const file = fileAt(image.getAttribute('src') ?? '', base);
    if (file === null) continue;
    image.removeAttribute('src');
    image.dataset.file = file;
  }
  for (const link of template.content.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) {
      // to the headings of texts, or to a cell
      if (!href.startsWith('#cell-')) link.setAttribute('href', `#${ID_PREFIX}${href.slice(1)}`);
      continue;
    }
    link.href = fileAddress(href, base);
    const file = fileAt(href, base);
    if (file !== null && !file.endsWith('/')) link.dataset.file = file;
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  for (const heading of template.content.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    heading.id = ID_PREFIX + (heading.textContent ?? '').trim().replace(/\s+/g, '-');
  }
  dressText(template.content);
  return { html: template.innerHTML, held: reduced !== null };
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

/** The path of a file from the opened folder, when a relative address leads to one. */
function fileAt(address: string, base: string): string | null {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || address === '') return null;
  const folder = base.split('/').map(encodeURIComponent).join('/');
  return decoded(new URL(address, `http://files/${base === '' ? '' : `${folder}/`}`).pathname.slice(1));
}

function fileAddress(address: string, base: string): string {
  const file = fileAt(address, base);
  if (file === null) return address;
  const path = file.split('/').map(encodeURIComponent).join('/');
  return /\.ipynb$/i.test(file) ? `/notebooks/${path}` : `/files/${path}`;
}
