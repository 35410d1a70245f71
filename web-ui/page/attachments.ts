/** Files of a text cell, to which its text refers as `attachment:NAME`. The notebook contains them. */

import type { JsonObject, Operation } from '../../runtime/index.ts';
import { cellNow, line } from './notebook-state.ts';

type Attach = Extract<Operation, { readonly op: 'attach' }>;

/** The address of an attached picture in a page; null if there is none with this name. */
export function attachmentAddress(attachments: JsonObject, name: string): string | null {
  const found = Object.entries((attachments[name] ?? {}) as JsonObject).find(([type]) =>
    type.startsWith('image/'),
  );
  if (found === undefined) return null;
  const [type, data] = found;
  return `data:${type};base64,${base64Text(data).replace(/\s/g, '')}`;
}

/** Attaches a picture to a cell; returns its name, which is a free one. */
export async function attachPicture(cell: string, picture: File): Promise<string> {
  const base64 = await base64Of(picture);
  const taken = cellNow(cell)?.attachments ?? {};
  const name = freeName(picture.name || 'image.png', taken, { [picture.type]: base64 });
  line().send({ op: 'attach', cell, name, type: picture.type, base64 });
  return name;
}

/**
 * The texts of cells to join, and operations that give the first cell the attachments of the others, under
 * free names.
 */
export function joinAttachments(ids: readonly string[]): {
  readonly sources: readonly string[];
  readonly attach: readonly Attach[];
} {
  const [first = ''] = ids;
  let taken: JsonObject = cellNow(first)?.attachments ?? {};
  const attach: Attach[] = [];
  const sources = ids.map((id) => {
    let source = cellNow(id)?.source ?? '';
    if (id === first) return source;
    for (const [name, files] of Object.entries(cellNow(id)?.attachments ?? {})) {
      const free = freeName(name, taken, files as JsonObject);
      for (const written of new Set([name, encodeURI(name), encodeURIComponent(name)])) {
        source = source.replaceAll(`attachment:${written}`, `attachment:${free}`);
      }
      taken = { ...taken, [free]: files };
      for (const [type, data] of Object.entries(files as JsonObject)) {
        attach.push({ op: 'attach', cell: first, name: free, type, base64: base64Text(data) });
      }
    }
    return source;
  });
  return { sources, attach };
}

/** Files may keep a text in lines. */
function base64Text(data: unknown): string {
  return Array.isArray(data) ? data.join('') : String(data);
}

/** The name, or the next free one. */
function freeName(name: string, taken: JsonObject, files: JsonObject): string {
  const plain = name.replace(/[\s()[\]]+/g, '-');
  const [, stem = plain, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(plain) ?? [];
  let free = plain;
  for (
    let n = 1;
    taken[free] !== undefined && JSON.stringify(taken[free]) !== JSON.stringify(files);
    n += 1
  ) {
    free = `${stem}-${n}${ending}`;
  }
  return free;
}

async function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
