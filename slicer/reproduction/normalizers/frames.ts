/** Tables, cell by cell. */

import { isPlain, rewriteParts } from '../shown.ts';
import type { Normalizer } from './normalizer.ts';

export const FRAMES: Normalizer = {
  name: 'frames',
  takes: 'markup, widths and styles of tables with equal cells',
  hides: 'another style or alignment; meaningful spaces',
  rewrite: (form) => {
    const html = form.get('text/html');
    const isTable = html !== undefined && /<table\b/i.test(html);
    return rewriteParts(form, (text, kind) => {
      if (kind === 'text/html') return isTable ? tableText(text) : text;
      // a front end that shows a table as HTML does not show its text
      if (kind === 'text/plain' && isTable) return null;
      return isPlain(kind)
        ? text
            .replace(/[ \t]+/g, ' ')
            .replace(/ ?\n ?/g, '\n')
            .trim()
        : text;
    });
  },
};

/** The cells of a table in rows. */
function tableText(html: string): string {
  return withoutElements(withoutElements(html, 'style'), 'script')
    .replace(/\s+/g, ' ')
    .replace(/<\/tr>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' | ')
    .replace(/<[^<>]*>/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** Without the content of a kind of element; a plain search, because hostile text makes patterns slow. */
function withoutElements(html: string, name: string): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = lower.indexOf(`<${name}`, at);
    const end = start < 0 ? -1 : lower.indexOf(`</${name}>`, start);
    if (end < 0) return kept.join('') + html.slice(at);
    kept.push(html.slice(at, start));
    at = end + name.length + 3;
  }
}
