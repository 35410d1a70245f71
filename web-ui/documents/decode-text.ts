/** The text in the bytes of a file: UTF-8, else Latin-1, which every byte is part of. Pure. */

/** The encoding, as Python names it. */
export type Encoding = 'utf-8' | 'latin-1';

/** The text, and its encoding. `isCut`: the bytes may end within a letter. */
export function decodeText(
  bytes: ArrayBuffer,
  isCut: boolean,
): { readonly text: string; readonly encoding: Encoding } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return { text, encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('latin1').decode(bytes), encoding: 'latin-1' };
  }
}
