/**
 * Repairs cells that break the rules of nbformat 4, as edits of the file's text, which a save writes, and
 * describes the repairs. Missing parts that no reader needs (metadata, outputs, counts, ids of all cells)
 * stay missing.
 */
import { convertCell } from './convert-format.ts';
import { insertMember, lineIndent } from './edit-cell.ts';
import type { Edit } from './json-string.ts';
import { findJsonStyle, type JsonStyle, writeJson } from './json-style.ts';
import {
  findMember,
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  type JsonValue,
} from './json-text.ts';
import { cellTypeOf, isCellType, nameCells } from './notebook.ts';
import { joinText } from './outputs.ts';
import { splitLines } from './python-lines.ts';

/** The repairs. `words`: for people, one part for each kind. */
export interface Mended {
  readonly edits: readonly Edit[];
  readonly words: readonly string[];
}

/**
 * Checks the cells of a document. `root`: the tree of `text`; `cells`: the values of its cells; `hasIds`:
 * whether they may have ids.
 */
export function mendCells(
  text: string,
  root: JsonNode,
  cells: readonly JsonValue[],
  hasIds: boolean,
): Mended {
  const list = findMember(root, 'cells')?.value;
  const nodes = list?.type === 'array' ? list.items : [];
  const style = findJsonStyle(text, root);
  const edits: Edit[] = [];
  const found = { ids: [] as number[], old: [] as number[], headings: [] as number[] };
  const [texts, types]: [number[], number[]] = [[], []];
  const ids = nameCells(nodes.map((node) => usableId(node)));
  for (const [index, node] of nodes.entries()) {
    const cell = cells[index];
    if (!isJsonObject(cell)) continue;
    const number = index + 1;
    const id = findMember(node, 'id');
    const isNamed = hasIds && id !== undefined;
    if (isOld(cell)) {
      (cell.cell_type === 'heading' ? found.headings : found.old).push(number);
      const { id: _, ...rest } = cell;
      const converted = convertCell(rest, isNamed ? ids[index]! : null);
      edits.push(replace(node, converted, text, style));
      continue;
    }
    if (isNamed && usableId(node) !== ids[index]) {
      found.ids.push(number);
      edits.push(replace(id.value, ids[index]!, text, style));
    }
    if (!isCellType(cell.cell_type) && cellTypeOf(cell) === 'raw') types.push(number);
    const source = findMember(node, 'source');
    if (joinText(cell.source) !== null) continue;
    texts.push(number);
    const lines = splitLines(textOf(cell.source));
    if (source === undefined)
      edits.push(insertMember(node, 'source', () => writeJson(lines, style, ''), text, style));
    else edits.push(replace(source.value, lines, text, style));
  }
  const words = [
    told(found.ids, '', 'got an id of its own', 'got ids of their own'),
    told(texts, '', 'had no text that can be read', 'had no text that can be read'),
    told(found.headings, 'a heading', 'became Markdown', 'became Markdown'),
    told(found.old, 'of nbformat 3', 'was converted', 'were converted'),
    told(
      types,
      types.length === 1 ? 'of an unknown type' : 'of unknown types',
      'is shown as raw',
      'are shown as raw',
    ),
  ];
  return { edits, words: words.filter((each) => each !== null) };
}

/** The id of a cell as a text; null: it has none. */
export function usableId(node: JsonNode): string | null {
  const id = findMember(node, 'id')?.value;
  return id?.type === 'string' && id.value !== '' ? id.value : null;
}

/** Whether a cell has the form of nbformat 3, in a file labelled nbformat 4. */
function isOld(cell: JsonObject): boolean {
  return cell.cell_type === 'heading' || (cell.source === undefined && cell.input !== undefined);
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (isJsonArray(value)) return value.map(textOf).join('');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function replace(node: JsonNode, value: JsonValue, text: string, style: JsonStyle): Edit {
  return { start: node.start, end: node.end, text: writeJson(value, style, lineIndent(text, node.start)) };
}

/** "cells 1, 2 and 5 (of unknown types) are shown as raw"; null: none. */
function told(cells: readonly number[], what: string, one: string, many: string): string | null {
  if (cells.length === 0) return null;
  const kind = what === '' ? '' : ` (${what})`;
  if (cells.length === 1) return `cell ${cells[0]}${kind} ${one}`;
  const shown = cells.length > 6 ? [...cells.slice(0, 5), `${cells.length - 5} more`] : cells;
  return `cells ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}${kind} ${many}`;
}
