/**
 * Translates positions in a cell's source to positions in the text of the notebook file, for editors and code
 * hosts.
 */

import { offsetInString } from './json-string.ts';
import { findMember, type JsonNode } from './json-text.ts';
import type { Notebook } from './notebook.ts';

/** Finds positions in one file. Lines and columns count from 1. */
export class SourcePlaces {
  readonly #notebook: Notebook;
  readonly #nodes: ReadonlyMap<string, JsonNode>;
  /** Offsets at which lines begin. */
  #lines: readonly number[] | null = null;

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
    const { cells, fileNodes } = notebook.origin;
    this.#nodes = new Map(cells.map(({ id }, at) => [id, fileNodes[at]!]));
  }

  /** The position of an offset in a cell's source as read; null: the file has no such cell. */
  find(cell: string, offset: number): { readonly line: number; readonly column: number } | null {
    const { percent, origin } = this.#notebook;
    if (percent !== null)
      return this.#inPercent(
        origin.cells.findIndex(({ id }) => id === cell),
        offset,
      );
    const node = this.#nodes.get(cell);
    if (node === undefined) return null;
    // nbformat 3 calls code its input
    const source = (findMember(node, 'source') ?? findMember(node, 'input'))?.value ?? node;
    let left = offset;
    const strings = source.type === 'array' ? source.items : [source];
    for (const string of strings) {
      if (string.type !== 'string') break;
      if (left < string.value.length || string === strings.at(-1)) return this.#within(string, left);
      left -= string.value.length;
    }
    return this.#at(source.start);
  }

  /** The same line in the text of a percent file; a text cell and a command stand behind `# ` there. */
  #inPercent(at: number, offset: number): { readonly line: number; readonly column: number } | null {
    const found = this.#notebook.percent?.cells[at];
    if (found === undefined) return null;
    const lines = found.source.slice(0, offset).split('\n');
    const { line } = this.#at(found.body);
    const before = lines.at(-1)!;
    const whole = found.source.split('\n')[lines.length - 1]!;
    const { text } = this.#notebook.origin;
    const written = text.slice(found.body).split('\n')[lines.length - 1]!.trimEnd();
    return {
      line: line + lines.length - 1,
      column: before.length + Math.max(0, written.length - whole.trimEnd().length) + 1,
    };
  }

  #within(string: JsonNode, offset: number): { readonly line: number; readonly column: number } {
    return this.#at(offsetInString(string, offset, this.#notebook.origin.text));
  }

  #at(offset: number): { readonly line: number; readonly column: number } {
    const { text } = this.#notebook.origin;
    this.#lines ??= [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#lines[low]! + 1 };
  }
}
