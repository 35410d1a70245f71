/**
 * A finding with its position for people and tools: cells, lines, columns, and lines of the file. It prints
 * nothing.
 */

import type { Checked, Finding } from '../../slicer/index.ts';
import { type Notebook, SourcePlaces } from '../documents/index.ts';

/** Lines and columns from 1; columns in UTF-16 units, `endColumn` exclusive. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A finding and its position. */
export interface LocatedFinding {
  readonly finding: Finding;
  /** The path for display: relative if the file is below the working directory. */
  readonly file: string;
  /** Position among the code cells, from 1; null: a text cell, or the whole notebook. */
  readonly index: number | null;
  /** The region in the cell; null: the whole notebook. */
  readonly region: Region | null;
  /** Whether the finding is about the whole cell. */
  readonly wholeCell: boolean;
  /** The first line of the region. */
  readonly text: string;
  /** The region in the file's text; null: the file is no notebook, or the finding is about the whole notebook. */
  readonly inFile: Region | null;
  readonly path: readonly { readonly cell: string; readonly line: number; readonly what: string }[];
}

/** Locates the findings of a notebook. `notebook`: the file, if it is one. */
export function locateFindings(
  file: string,
  { facts, findings }: Checked,
  notebook: Notebook | null,
): LocatedFinding[] {
  const cells = new Map(facts.cells.map((cell) => [cell.id, cell]));
  const indices = new Map(facts.code.map(({ id, index }) => [id, index]));
  let places: SourcePlaces | null = null;
  const sourceOf = (cell: string) => cells.get(cell)?.source ?? '';
  return findings.map((finding): LocatedFinding => {
    const { cell, at, path } = finding;
    const steps = path.map(({ cell: other, at: { from }, what }) => {
      return { cell: other, line: lineAndColumnIn(sourceOf(other), from).line, what };
    });
    if (cell === null) {
      const none = { index: null, region: null, wholeCell: false, text: '', inFile: null };
      return { finding, file, ...none, path: steps };
    }
    const source = sourceOf(cell);
    const from = at?.from ?? source.length - source.trimStart().length;
    const to = Math.max(from, at?.to ?? source.trimEnd().length);
    const [start, end] = [lineAndColumnIn(source, from), lineAndColumnIn(source, to)];
    places ??= notebook === null ? null : new SourcePlaces(notebook);
    const [first, last] = [places?.find(cell, from), places?.find(cell, to)];
    return {
      finding,
      file,
      index: indices.get(cell) ?? null,
      region: region(start, end),
      wholeCell: at === null,
      text: source.split('\n')[start.line - 1] ?? '',
      inFile: first && last ? region(first, last) : null,
      path: steps,
    };
  });
}

function lineAndColumnIn(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function region(
  start: { readonly line: number; readonly column: number },
  end: { readonly line: number; readonly column: number },
): Region {
  return { ...start, endLine: end.line, endColumn: end.column };
}
