/** A notebook as one HTML file: text, code and outputs, without a kernel, a server or a network. */

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { contentOf, readPageFile, readPlainFile } from '../../instrument/index.ts';
import { attachedPicture, type Cell, type CodeCell, escaped } from '../documents/index.ts';
import { isWithin } from '../platform/index.ts';
import { colouredCode, linedCode } from './coloured-code.ts';
import type { Explanation } from './explanation.ts';
import type { ExportedParts } from './exported-parts.ts';
import { framePolicy } from './frame-html.ts';
import { outputHtml, PLOTLY } from './output-html.ts';
import { type TextRights, textHtml } from './text-html.ts';

/** How code appears. `folded`: closed until a reader opens it. */
export type CodeShown = 'shown' | 'folded' | 'hidden';

/** What a page shows. */
export interface PageWishes {
  readonly code: CodeShown;
  /** Whether outputs and texts may load from other servers: the person trusts the notebook. */
  readonly trusted: boolean;
  /** Null: a plain page. */
  readonly explanation: Explanation | null;
}

/** The text of the page. */
export async function notebookPage(notebook: ExportedParts, wishes: PageWishes): Promise<string> {
  const { explanation, trusted } = wishes;
  const colour = notebook.language === null ? colouredCode : linedCode;
  const parts: string[] = [];
  let number = 0;
  for (const cell of notebook.cells) {
    if (cell.type === 'code') number += 1;
    const place = { elsewhere: trusted, picture: (name: string) => pictureAt(notebook.path, cell, name) };
    parts.push(
      cell.type === 'code'
        ? await codeSection(cell, number, place, wishes, colour)
        : textSection(cell, place),
    );
  }
  const body = parts.join('\n');
  const title = basename(notebook.path).replace(/\.(?:ipynb|py)$/i, '');
  const script = built('exported.js');
  const data =
    explanation === null
      ? ''
      : `<script type="application/json" id="explained">${JSON.stringify(explanation).replaceAll('<', '\\u003c')}</script>`;
  const library = body.includes(`data-library="${PLOTLY}"`)
    ? `<script type="text/plain" id="${PLOTLY}">${built('plotly.js').replaceAll('</script', '<\\/script')}</script>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta http-equiv="Content-Security-Policy" content="${policy(body, script, trusted)}">
<meta name="viewport" content="width=device-width">
<style>${built('exported.css').trim()}</style></head>
<body${explanation === null ? '' : ' class="explained"'}><main>
${body}
</main>
${data}${library}<script>${script}</script>
</body></html>
`;
}

/** Frames inherit the policy of the page: with scripts in outputs, it must allow them. No foreign script is outside of a frame. */
function policy(body: string, script: string, trusted: boolean): string {
  if (/<iframe [^>]*sandbox="allow-scripts"/.test(body)) {
    const frames = framePolicy(trusted);
    return trusted ? frames : `${frames}; base-uri 'none'; form-action 'none'`;
  }
  const hash = createHash('sha256').update(script).digest('base64');
  const images = trusted ? 'data: https:' : 'data:';
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src ${images}; base-uri 'none'; form-action 'none'`;
}

function textSection(cell: Cell, place: TextRights): string {
  if (cell.source.trim() === '' || cell.type === 'raw') return '';
  return `<section class="text">${textHtml(cell.source, place)}</section>`;
}

async function codeSection(
  cell: CodeCell,
  number: number,
  place: TextRights,
  wishes: PageWishes,
  colour: (source: string) => string,
): Promise<string> {
  const { source, outputs } = cell;
  if (source.trim() === '' && outputs.length === 0) return '';
  const hides = hidden(cell);
  const shown = await Promise.all(hides.outputs ? [] : outputs.map((output) => outputHtml(output, place)));
  const how: CodeShown = hides.source ? (wishes.explanation === null ? hides.source : 'folded') : wishes.code;
  const pre = `<pre class="code" tabindex="0"><code>${colour(source.replace(/\r\n?/g, '\n').trimEnd())}</code></pre>`;
  const code =
    how === 'shown'
      ? pre
      : how === 'folded'
        ? `<details><summary>Code of cell ${number}</summary>${pre}</details>`
        : '';
  const result =
    shown.length === 0
      ? ''
      : `<div class="outputs">${shown.map((html) => `<div class="output">${html}</div>`).join('')}</div>`;
  if (code === '' && result === '') return '';
  return `<section class="cell" id="cell-${number}" data-cell="${number}"><span class="number" title="cell ${number}">${number}</span>${code}${result}</section>`;
}

/** What the notebook hides of a cell: JupyterLab's marks, and the tags of nbconvert and Jupyter Book. */
function hidden({ metadata }: CodeCell): {
  readonly source: 'folded' | 'hidden' | null;
  readonly outputs: boolean;
} {
  const tags = Array.isArray(metadata.tags) ? (metadata.tags as readonly unknown[]) : [];
  const lab =
    typeof metadata.jupyter === 'object' && metadata.jupyter !== null
      ? (metadata.jupyter as Record<string, unknown>)
      : {};
  const has = (...names: string[]) => names.some((name) => tags.includes(name));
  const source = has('remove-input', 'remove_input', 'remove-cell', 'remove_cell')
    ? 'hidden'
    : lab.source_hidden === true || has('hide-input', 'hide_input')
      ? 'folded'
      : null;
  return {
    source,
    outputs:
      lab.outputs_hidden === true || has('remove-output', 'remove_output', 'remove-cell', 'remove_cell'),
  };
}

const MEDIA: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

const MOST_PICTURE_BYTES = 10_000_000;

/** A picture that a text names, as data: an attachment, or a file in the notebook's folder. */
function pictureAt(path: string, { attachments }: Cell, name: string): string | null {
  if (name.startsWith('attachment:')) {
    const picture = attachedPicture(attachments, name.slice('attachment:'.length));
    return picture === null ? null : `data:${picture.media};base64,${picture.base64}`;
  }
  const folder = dirname(resolve(path));
  try {
    const file = join(folder, decodeURIComponent(name.replace(/[?#].*$/, '')));
    const media = MEDIA[extname(file).toLowerCase()];
    // (a link with the name of a picture may lead to any file, which the reader of the page would get)
    if (media === undefined || !isWithin(realpathSync(file), realpathSync(folder))) return null;
    return `data:${media};base64,${readPlainFile(file, MOST_PICTURE_BYTES).toString('base64')}`;
  } catch {
    return null;
  }
}

function built(name: string): string {
  return contentOf(readPageFile(name)).toString();
}
