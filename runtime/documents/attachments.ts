/** Files that the text of a cell shows as `attachment:NAME`. The notebook contains them. */

import { isJsonObject, type JsonObject } from './json-text.ts';
import { joinText } from './outputs.ts';

/** A picture: its type, and its content in base64. */
export interface AttachedPicture {
  readonly media: string;
  readonly base64: string;
}

/** The picture with a name, as the text writes the name: with `%` codes, or without. Null: there is none. */
export function attachedPicture(attachments: JsonObject | undefined, name: string): AttachedPicture | null {
  const bundle = attachments?.[name] ?? attachments?.[decoded(name)];
  if (!isJsonObject(bundle)) return null;
  const [media, data] = Object.entries(bundle).find(([type]) => type.startsWith('image/')) ?? [];
  const base64 = joinText(data)?.replace(/\s/g, '');
  return media === undefined || base64 === undefined ? null : { media, base64 };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // (a name may have a `%` of its own)
    return name;
  }
}
