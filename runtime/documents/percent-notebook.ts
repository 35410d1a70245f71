/**
 * Notebooks of percent files: the same notebook as an `.ipynb`, and the changed text of the file, in which
 * unchanged cells keep their bytes. A percent file keeps no outputs.
 */

import { isJsonObject } from './json-text.ts';
import { newNotebook } from './new-notebook.ts';
import type { Cell, Notebook } from './notebook.ts';
import { blankEnd, isByJupytext, percentCell } from './percent-format.ts';
import type { PercentText } from './percent-text.ts';

/** The text of an `.ipynb` with the cells of a percent file. */
export function percentAsJson({ cells, metadata }: PercentText): string {
  const named = cells.map(({ type, source, metadata: own }, at) => ({
    type,
    source,
    metadata: own,
    id: `cell-${at + 1}`,
  }));
  return newNotebook(named, { language_info: { name: 'python' }, ...metadata });
}

/** The notebook as an `.ipynb`, with its outputs; an `.ipynb` as it is. */
export function asJupyterNotebook(notebook: Notebook): Notebook {
  if (notebook.percent === null) return notebook;
  return { ...notebook, percent: null, origin: { ...notebook.origin, text: notebook.origin.base } };
}

/** The notebook as a percent file, with jupytext's header. */
export function asPercentText(notebook: Notebook): string {
  if (notebook.percent !== null) return serializePercent(notebook, notebook.percent);
  const { kernelspec } = notebook.metadata;
  const kernel = isJsonObject(kernelspec)
    ? Object.entries(kernelspec).flatMap(([key, value]) =>
        typeof value === 'string' && /^[\w.-]+$/.test(key)
          ? [`#     ${key}: ${/^[\w.-][\w. ()-]*$/.test(value) ? value : JSON.stringify(value)}`]
          : [],
      )
    : [];
  const header = [...HEADER, ...(kernel.length === 0 ? [] : ['#   kernelspec:', ...kernel]), '# ---'].join(
    '\n',
  );
  const cells = notebook.cells.map((cell) => percentCell(cell, { forJupytext: true }));
  return [`${header}\n`, ...cells].join('\n');
}

const HEADER = [
  '# ---',
  '# jupyter:',
  '#   jupytext:',
  '#     text_representation:',
  '#       extension: .py',
  '#       format_name: percent',
];

/** The text of a percent file with the notebook's cells. */
export function serializePercent(notebook: Notebook, { header, cells }: PercentText): string {
  const { text, cells: read } = notebook.origin;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const style = { newline, forJupytext: isByJupytext(text.slice(0, header)) };
  const places = new Map(read.map((cell, at) => [cell.id, at]));
  let written = text.slice(0, header);
  let before: number | undefined = -1;
  for (const cell of notebook.cells) {
    const at = places.get(cell.id);
    const place = at === undefined ? null : cells[at]!;
    const old = place === null ? null : text.slice(place.from, place.to);
    const block = percentCell(cell, style);
    // a blank line stands between two cells, unless they stood together without one
    const isNext = at !== undefined && at - 1 === before;
    if (!isNext && written !== '' && !/(?:^|\n)[ \t]*\r?\n$/.test(written))
      written += written.endsWith('\n') ? newline : newline + newline;
    if (old === null || at === undefined) written += block;
    else written += isSame(cell, read[at]!) ? old : changedBlock(cell, read[at]!, old, block, newline);
    before = at;
  }
  return written;
}

/** A changed cell: the old marker if only the source has changed, and the blank lines that stood behind the cell. */
function changedBlock(cell: Cell, read: Cell, old: string, block: string, newline: string): string {
  const blank = old.slice(blankEnd(old));
  const after = blank.slice(blank.indexOf('\n') + 1, blank.lastIndexOf('\n') + 1);
  if (read.type !== cell.type || !sameMetadata(cell, read)) return block + after;
  const [marker = ''] = /^#[ \t]*%%[^\n]*\n?/.exec(old) ?? [];
  const ended = marker === '' || marker.endsWith('\n') ? marker : marker + newline;
  return ended + block.slice(block.indexOf('\n') + 1) + after;
}

function isSame(cell: Cell, read: Cell): boolean {
  return cell.type === read.type && cell.source === read.source && sameMetadata(cell, read);
}

function sameMetadata(cell: Cell, read: Cell): boolean {
  return cell.metadata === read.metadata || JSON.stringify(cell.metadata) === JSON.stringify(read.metadata);
}
