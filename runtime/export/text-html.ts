/** Markdown texts as HTML of their own: formulas set as MathML, pictures of the folder within. */

import katex from 'katex';
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';
import { mathRules } from '../../slicer/index.ts';
import { escaped } from '../documents/index.ts';
import { cleanHtml } from './clean-html.ts';

/** What a text may show. */
export interface TextRights {
  /** Whether pictures may come from other servers. */
  readonly elsewhere: boolean;
  /** The address of a picture that the text names, as data; null: there is none. */
  readonly picture: (name: string) => string | null;
}

let parser: Parser | null = null;

function newParser(): Parser {
  const made = new MarkdownIt({ html: true, linkify: true });
  mathRules(made);
  return made;
}

/** The HTML of a Markdown text. */
export function textHtml(source: string, { elsewhere, picture }: TextRights): string {
  parser ??= newParser();
  const formulas: string[] = [];
  const rendered = parser
    .render(source)
    // the formulas' own HTML is not the text's
    .replace(/<span class="(math(?: display)?)">([^<]*)<\/span>/g, (_, kind: string, tex: string) => {
      formulas.push(formula(unescaped(tex), kind.endsWith('display')));
      return `FORMULA${MARK}${formulas.length - 1}${MARK}`;
    })
    .replace(/(<img\b[^>]*?\bsrc=")([^"]*)(")/gi, (whole, start: string, name: string, end: string) => {
      if (/^(?:https?:|data:)/i.test(name)) return whole;
      const data = picture(unescaped(name));
      return data === null ? `${start}${end}` : `${start}${escaped(data)}${end}`;
    });
  const ids = new Map<string, number>();
  return cleanHtml(rendered, elsewhere)
    .replace(new RegExp(`FORMULA${MARK}(\\d+)${MARK}`, 'g'), (_, at: string) => formulas[Number(at)] ?? '')
    .replace(/<(h[1-6])>([\s\S]*?)<\/\1>/g, (_, tag: string, content: string) => {
      const name = content
        .replace(/<[^>]*>/g, '')
        .trim()
        .replace(/\s+/g, '-');
      const count = ids.get(name) ?? 0;
      ids.set(name, count + 1);
      return `<${tag} id="${escaped(unescaped(count === 0 ? name : `${name}-${count}`))}">${content}</${tag}>`;
    });
}

/** A character that no text has: it is of no use anywhere. */
const MARK = '\u{f8ff1}';

function formula(tex: string, displayMode: boolean): string {
  try {
    return katex.renderToString(tex, {
      displayMode,
      output: 'mathml',
      strict: 'ignore',
      throwOnError: false,
      trust: false,
    });
  } catch {
    // thousands of brackets within each other
    return `<code>${escaped(tex)}</code>`;
  }
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
