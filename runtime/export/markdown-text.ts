/** A notebook as Markdown, with outputs below the code; pictures are files of their own. */

import { terminalText } from '../../slicer/index.ts';
import { attachedPicture, type Cell, type Output } from '../documents/index.ts';
import type { ExportedParts } from './exported-parts.ts';

/** The text, and the pictures that it names. */
export interface MarkdownExport {
  readonly text: string;
  /** By name: the content in base64, or the text of an SVG. */
  readonly pictures: ReadonlyMap<string, { readonly data: string; readonly encoding: 'base64' | 'utf8' }>;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/gif': 'gif',
};

/** The notebook as Markdown; `folder`: the folder of the pictures, relative to the text; null: they stand in the text. */
export function markdownText({ cells, language }: ExportedParts, folder: string | null): MarkdownExport {
  const pictures = new Map<string, { data: string; encoding: 'base64' | 'utf8' }>();
  const add = (wanted: string, data: string, media: string): string => {
    if (folder === null) {
      const base64 =
        media === 'image/svg+xml' ? Buffer.from(data).toString('base64') : data.replace(/\s/g, '');
      return `![${wanted}](data:${media};base64,${base64})`;
    }
    const name = freeName(wanted, data, pictures);
    pictures.set(name, { data, encoding: media === 'image/svg+xml' ? 'utf8' : 'base64' });
    return `![${name}](${encodeURI(folder)}/${name})`;
  };
  let number = 0;
  const parts = cells.flatMap((cell): string[] => {
    if (cell.source.trim() === '' && (cell.type !== 'code' || cell.outputs.length === 0)) return [];
    if (cell.type !== 'code') return [withAttachments(cell, add)];
    number += 1;
    const outputs = cell.outputs.flatMap((output, at) => {
      const shown = outputText(output, (media, data) =>
        add(`cell-${number}-${at + 1}.${ENDINGS[media]}`, data, media),
      );
      return shown === null ? [] : [shown];
    });
    return [fenced(cell.source, (language ?? 'python').toLowerCase()), ...outputs];
  });
  return { text: `${parts.join('\n\n')}\n`, pictures };
}

/** A text with its attached pictures as files. */
function withAttachments(
  { source, attachments = {} }: Cell,
  add: (name: string, data: string, media: string) => string,
): string {
  return source.replace(/!\[([^\]]*)\]\(attachment:([^)\s]+)\)/g, (whole, _: string, name: string) => {
    const picture = attachedPicture(attachments, name);
    return picture === null ? whole : add(plainName(name), picture.base64, picture.media);
  });
}

/** A name for a file, which is neither hidden nor a folder. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_');
}

/** The name, with a number where another picture has it: JupyterLab calls each pasted picture `image.png`. */
function freeName(name: string, data: string, taken: MarkdownExport['pictures']): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.has(free) && taken.get(free)!.data !== data; n += 1) free = `${stem}-${n}${ending}`;
  return free;
}

function outputText(output: Output, picture: (media: string, data: string) => string): string | null {
  if (output.output_type === 'stream') return fenced(plain(output.text), '');
  if (output.output_type === 'error')
    return fenced(plain(output.traceback.join('\n')) || `${output.ename}: ${output.evalue}`, '');
  const { data } = output;
  for (const media of Object.keys(ENDINGS))
    if (typeof data[media] === 'string') return picture(media, data[media] as string);
  const html = data['text/html'];
  // a table of pandas is valid in Markdown; other HTML is not for readers of a text
  if (typeof html === 'string' && html.includes('class="dataframe"'))
    return html
      .replace(/<style\b[\s\S]*?<\/style>/gi, '')
      .replace(/\n\s*\n/g, '\n')
      .trim();
  const markdown = data['text/markdown'] ?? data['text/latex'];
  if (typeof markdown === 'string') return markdown;
  return typeof data['text/plain'] === 'string' ? fenced(plain(data['text/plain']), '') : null;
}

/** Text without control sequences. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  return terminalText(text).replace(/\x1b\[[0-9;]*[A-Za-z]/g, '');
}

/** A block of code; the fence is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
