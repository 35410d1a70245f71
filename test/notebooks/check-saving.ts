/**
 * Saving a foreign notebook: one letter of each cell is changed, and changed back. The first save may change only the letter's
 * line; the second must restore every byte. It runs nothing.
 */

import { readFileSync } from 'node:fs';
import { type Notebook, parseNotebook, serializeNotebook } from '../../runtime/documents/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import { tableText } from '../bench/table.ts';

/** The results of saving one notebook. Cells are counted from 1. */
export interface SavingReport {
  readonly name: string;
  /** Cells in which a letter was changed. */
  readonly cells: number;
  /** Cells whose change changed more than a line, or came back as another text. */
  readonly wrong: readonly number[];
  /** Whether the written file is equal byte for byte, unchanged and undone. */
  readonly isSame: boolean;
  /** The messages about mended parts; a save writes these parts, too. */
  readonly mended: string | null;
  /** The reason for refusing the notebook. */
  readonly refused: string | null;
}

/** Checks one notebook. */
export function checkSaving(name: string, path: string): SavingReport {
  const none = { name, cells: 0, wrong: [], isSame: true, mended: null, refused: null };
  let notebook: Notebook;
  try {
    notebook = parseNotebook(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { ...none, refused: error.message };
  }
  const { origin, cells, mended } = notebook;
  const wrong: number[] = [];
  let tried = 0;
  for (const [index, cell] of cells.entries()) {
    if (cell.source === '') continue;
    tried += 1;
    const at = Math.floor(cell.source.length / 2);
    const source = withOtherLetter(cell.source, at);
    const saved = serializeNotebook({ ...notebook, cells: cells.with(index, { ...cell, source }) });
    const isRight =
      linesThatDiffer(origin.base, saved) === 1 && parseNotebook(saved, path).cells[index]?.source === source;
    if (!isRight) wrong.push(index + 1);
  }
  const undone = { ...notebook, cells: cells.map((cell) => ({ ...cell })) };
  const isSame = serializeNotebook(notebook) === origin.text && serializeNotebook(undone) === origin.text;
  return { name, cells: tried, wrong, isSame, mended, refused: null };
}

/** The text with another letter than the first one from `at` on. */
function withOtherLetter(text: string, at: number): string {
  const place = at + Math.max(0, text.slice(at).search(/[a-z]/i));
  if (/[a-z]/i.test(text[place]!)) {
    return text.slice(0, place) + (text[place] === 'q' ? 'z' : 'q') + text.slice(place + 1);
  }
  return `q${text}`;
}

/** How many lines two texts differ in; all, where they have not the same number. */
function linesThatDiffer(before: string, after: string): number {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length !== now.length) return Number.POSITIVE_INFINITY;
  return old.filter((line, i) => line !== now[i]).length;
}

/** All notebooks in some lines: shares, and faults. */
export function savingSummary(reports: readonly SavingReport[]): string {
  const opened = reports.filter(({ refused }) => refused === null);
  const right = opened.filter(({ wrong, isSame }) => wrong.length === 0 && isSame);
  const cells = opened.reduce((sum, report) => sum + report.cells, 0);
  const wrongCells = opened.reduce((sum, { wrong }) => sum + wrong.length, 0);
  const rows = [
    ['notebooks', String(reports.length)],
    ['opened', String(opened.length)],
    ['mended when opened', String(opened.filter(({ mended }) => mended !== null).length)],
    ['back byte for byte', String(opened.filter(({ isSame }) => isSame).length)],
    ['one letter, one line', String(right.length)],
    ['cells', String(cells)],
    ['of these wrong', String(wrongCells)],
  ];
  const bad = opened.filter((report) => !right.includes(report));
  return [
    tableText(['what', 'count'], rows),
    ...bad.map(
      ({ name, wrong, isSame }) =>
        `${name}: cells ${wrong.join(', ')}${isSame ? '' : '; not the same bytes'}`,
    ),
    ...reports.flatMap(({ refused }) => (refused === null ? [] : [`refused: ${refused}`])),
    ...reports.flatMap(({ name, mended }) => (mended === null ? [] : [`${name}: ${mended}`])),
  ].join('\n');
}
