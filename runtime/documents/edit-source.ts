/**
 * The edits that turn a source in a document (one string, or a list of pieces) into another text. The source
 * keeps its form, and unchanged pieces keep their bytes and position. It does not know cells.
 */
import { commonEnds, type Edit, editString } from './json-string.ts';
import { type JsonStyle, writeItems, writeJson } from './json-style.ts';
import type { JsonNode } from './json-text.ts';
import { endsLine, splitLines } from './python-lines.ts';

type Piece = Extract<JsonNode, { readonly type: 'string' }>;

/** `outer`: the indentation of the source's first line. */
export function editSource(
  node: JsonNode,
  source: string,
  text: string,
  style: JsonStyle,
  outer: string,
): Edit[] {
  if (node.type === 'string') return editString(node, source, text, style);
  const pieces =
    node.type === 'array' ? node.items.filter((item): item is Piece => item.type === 'string') : [];
  const old = pieces.map(({ value }) => value).join('');
  if (old === source) return [];
  const changed = changedPieces(pieces, old, source);
  const { from, to, lines } = changed;
  const written = (line: string): string => writeJson(line, style, '');
  if (to - from === lines.length) {
    return lines.flatMap((line, i) => editString(pieces[from + i]!, line, text, style));
  }
  if (to - from === pieces.length) {
    const items = writeItems(lines.map(written), style, outer);
    return [{ start: node.start, end: node.end, text: items }];
  }
  const gap = gapBetween(node, pieces, text, style);
  const added = lines.map(written).join(gap);
  if (from < to && lines.length > 0) {
    return [{ start: pieces[from]!.start, end: pieces[to - 1]!.end, text: added }];
  }
  // whole pieces are added or removed, with the text between them
  if (from === 0) {
    const { start } = pieces[0]!;
    return [{ start, end: pieces[to]!.start, text: lines.length > 0 ? added + gap : '' }];
  }
  const { end } = pieces[from - 1]!;
  return [{ start: end, end: pieces[to - 1]!.end, text: lines.length > 0 ? gap + added : '' }];
}

/** The smallest range of pieces, `from` to `to` (exclusive), to replace by `lines`. */
function changedPieces(
  pieces: readonly Piece[],
  old: string,
  now: string,
): { readonly from: number; readonly to: number; readonly lines: readonly string[] } {
  const [before, after] = commonEnds(old, now);
  let [from, start] = [0, 0];
  // a piece that ends at the change belongs to it, unless the piece ends with its line
  while (from < pieces.length) {
    const { value } = pieces[from]!;
    const end = start + value.length;
    if (end > before || (end === before && !endsLine(value))) break;
    [from, start] = [from + 1, end];
  }
  let [to, end] = [from, start];
  while (to < pieces.length && (end < old.length - after || to === from)) {
    end += pieces[to]!.value.length;
    to += 1;
  }
  const rest = (): string => now.slice(start, now.length - (old.length - end));
  // the text after the change must begin a line if it did before
  while (
    to < pieces.length &&
    endsLine(pieces[to - 1]?.value ?? '\n') &&
    !endsLine(rest()) &&
    rest() !== ''
  ) {
    end += pieces[to]!.value.length;
    to += 1;
  }
  // a piece of several lines, in a list not split by lines, stays one piece
  const isBlock = to - from === 1 && splitLines(pieces[from]!.value).length > 1;
  const lines = isBlock && rest() !== '' ? [rest()] : [...splitLines(rest())];
  while (from < to && lines.length > 0 && pieces[to - 1]!.value === lines.at(-1)) {
    to -= 1;
    lines.pop();
  }
  while (from < to && lines.length > 0 && pieces[from]!.value === lines[0]) {
    from += 1;
    lines.shift();
  }
  return { from, to, lines };
}

/** The text between two pieces. */
function gapBetween(list: JsonNode, pieces: readonly Piece[], text: string, style: JsonStyle): string {
  const [first, second] = pieces;
  if (first && second) return text.slice(first.end, second.start);
  const opening = first === undefined ? '' : text.slice(list.start + 1, first.start);
  return opening.includes('\n') ? `,${opening}` : style.indent === null ? style.separator : ', ';
}
