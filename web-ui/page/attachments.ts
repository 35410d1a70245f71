/** Files that belong to a text cell, which its text refers to as `attachment:NAME`. They are kept in the notebook. */

import type { JsonObject, Operation } from '../../runtime/index.ts';
import { cellNow, line } from './notebook-state.ts';

type Attach = Extract<Operation, { readonly op: 'attach' }>;

/** The address under which a page shows an attached picture; null when there is none of that name. */
export function attachmentAddress(attachments: JsonObject, name: string): string | null {
  const found = Object.entries((attachments[name] ?? {}) as JsonObject).find(([type]) =>
    type.startsWith('image/'),
  );
  if (found === undefined) return null;
  const [type, data] = found;
  return `data:${type};base64,${base64Text(data).replace(/\s/g, '')}`;
}

/** Attaches a picture to a cell; the name that it got, one that is free. */
export async function attachPicture(cell: string, picture: File): Promise<string> {
  const base64 = await base64Of(picture);
  const taken = cellNow(cell)?.attachments ?? {};
  const name = freeName(picture.name || 'image.png', taken, { [picture.type]: base64 });
  line().send({ op: 'attach', cell, name, type: picture.type, base64 });
  return name;
}

/** The texts of cells that become one, and what gives the first of them the attachments of the others, under names that are free. */
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

/** The name, or the next one that nothing else has. */
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
