/** Results of a limited size: agents pay for each character. Whatever does not fit is told, with the way to get it. */

/** Results take at most so many bytes of JSON unless an agent asks for more. */
export const USUAL_BYTES = 4000;
export const MOST_BYTES = 200_000;
/** Room for the members that tell about the rest. */
const RESERVE = 160;

/** The size of a value as JSON, in bytes. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * The result with as many items under `key` as fit, from number `from` on (0: the first). `next`: the number
 * of the first item that did not fit.
 */
export function withItems(
  head: object,
  key: string,
  items: readonly (object | string)[],
  { limit, from = 0 }: { readonly limit: number; readonly from?: number },
): object {
  let bytes = jsonBytes({ ...head, [key]: [] }) + RESERVE;
  const taken: (object | string)[] = [];
  for (const item of items.slice(from)) {
    const fitting = taken.length === 0 ? shortened(item, limit - bytes) : item;
    bytes += jsonBytes(fitting) + 1;
    if (bytes > limit && taken.length > 0) break;
    taken.push(fitting);
  }
  const next = from + taken.length;
  const rest = next < items.length ? { left: items.length - next, next } : {};
  return { ...head, [key]: taken, ...rest };
}

/** An item whose longest texts are cut, so that it fits. */
function shortened(item: object | string, bytes: number): object | string {
  if (typeof item === 'string') return cut(item, Math.max(20, bytes >> 2));
  let found = item;
  for (let length = 2000; jsonBytes(found) > bytes && length >= 20; length = Math.floor(length / 2)) {
    found = Object.fromEntries(
      Object.entries(item).map(([key, value]) => [
        key,
        typeof value === 'string' ? cut(value, length) : value,
      ]),
    );
  }
  return found;
}

/** The beginning of a text; `…` stands for the rest. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text[length - 2] ?? '') ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}

/** A text of a result, with its kind. */
export interface Piece {
  readonly kind: string;
  readonly text: string;
}

/** The pieces in pages of at most so many bytes; a long piece goes on in the next page. */
export function pagesOf(pieces: readonly Piece[], bytes: number): readonly (readonly Piece[])[] {
  const pages: Piece[][] = [[]];
  let room = bytes;
  for (const { kind, text } of pieces) {
    let rest = text;
    do {
      const own = jsonBytes({ kind, text: '' }) + 1;
      const length = prefixWithin(rest, room - own);
      if (length === 0 && rest !== '' && room < bytes) {
        pages.push([]);
        room = bytes;
        continue;
      }
      const taken = rest.slice(0, Math.max(length, rest === '' ? 0 : 1));
      pages.at(-1)!.push({ kind, text: taken });
      room -= own + jsonBytes(taken);
      rest = rest.slice(taken.length);
    } while (rest !== '');
  }
  return pages;
}

/** The length of the longest beginning of at most so many bytes as JSON. */
function prefixWithin(text: string, bytes: number): number {
  let [low, high] = [0, Math.min(text.length, Math.max(0, bytes))];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (jsonBytes(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  return /[\ud800-\udbff]/.test(text[low - 1] ?? '') && low < text.length ? low - 1 : low;
}
