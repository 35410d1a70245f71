/** An open notebook as an editor has it: cells, each with its place in the editor's documents. It analyses nothing. */

import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Position, Range, TextEdit } from 'vscode-languageserver';
import type { Cell } from '../documents/index.ts';
import type { JsonObject } from '../kernel/index.ts';

/** A cell, and its place: the document, and the line of the document at which the cell's text begins. */
export interface OpenCell {
  readonly uri: string;
  readonly firstLine: number;
  readonly cell: Cell;
  /** The text of the cell in its document, if it differs from the source: commands are comments in a script. */
  readonly written?: (source: string) => string;
  /** The text of its last run; null: it has not run. */
  readonly ran: string | null;
}

/** A notebook. `version` changes with each change of its texts, cells or runs. */
export interface OpenNotebook {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly cells: readonly OpenCell[];
  readonly metadata: JsonObject;
}

/** The open notebooks of a client. */
export interface OpenNotebooks {
  /** The notebook that has a document: a cell's, or a whole script's. */
  notebookOf(uri: string): OpenNotebook | null;
  readonly all: () => readonly OpenNotebook[];
}

/** The known cell, if it equals the new one: an unchanged cell is not sent to the checking thread again. */
export function keptCell(known: Cell | undefined, now: Cell): Cell {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(now) ? known : now;
}

/** The cell at a position of a document. */
export function cellAt(notebook: OpenNotebook, uri: string, { line }: Position): OpenCell | null {
  return notebook.cells.findLast((cell) => cell.uri === uri && cell.firstLine <= line) ?? null;
}

/** A position in a document as an offset in the cell's text. */
export function offsetIn({ cell, firstLine }: OpenCell, { line, character }: Position): number {
  const lines = cell.source.split('\n').slice(0, line - firstLine);
  return lines.reduce((sum, text) => sum + text.length + 1, 0) + character;
}

/** An offset in the cell's text as a position in its document. */
export function positionIn({ cell, firstLine }: OpenCell, offset: number): Position {
  const before = cell.source.slice(0, offset).split('\n');
  return { line: firstLine + before.length - 1, character: before.at(-1)!.length };
}

/** A range of the cell's text as a range in its document. */
export function rangeIn(cell: OpenCell, from: number, to: number): Range {
  return { start: positionIn(cell, from), end: positionIn(cell, to) };
}

/** The edits that give a cell another source, as small as lines allow. Null deletes the text. */
export function editsTo(open: OpenCell, source: string | null): TextEdit[] {
  const { written = (text: string) => text, firstLine } = open;
  const before = written(open.cell.source).split('\n');
  const newText = source === null ? '' : written(source);
  const after = newText.split('\n');
  if (before.length === after.length) {
    return before.flatMap((line, i) => (line === after[i] ? [] : [lineEdit(firstLine + i, line, after[i]!)]));
  }
  const end = { line: firstLine + before.length - 1, character: before.at(-1)!.length };
  return [{ range: { start: { line: firstLine, character: 0 }, end }, newText }];
}

function lineEdit(line: number, before: string, after: string): TextEdit {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [start, stop] = [from, before.length - end];
  return {
    range: { start: { line, character: start }, end: { line, character: stop } },
    newText: after.slice(from, after.length - end),
  };
}

/** The path of a document. An unsaved one counts as a file of the working directory. */
export function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return join(process.cwd(), basename(decodeURI(uri.replace(/^[\w-]+:/, ''))));
  }
}
