/** Affected cells as text, as JSON lines, or as a table for a comment. */

import type { AffectedOutputs } from '../../affected/index.ts';
import { counted } from '../../words/index.ts';
import type { AffectedSettings } from './affected-options.ts';

/** An affected cell with its notebook. */
export interface FiledCell extends AffectedOutputs {
  readonly file: string;
}

/** GitHub refuses longer comments than 65 536 characters. */
const MOST_ROWS = 200;
const MOST_WHY = 200;

/** The lines of one affected cell; a table is made at the end. */
export function cellLine(found: FiledCell, format: AffectedSettings['format']): string | null {
  const { file, cell, index, outputs, certain, why } = found;
  if (format === 'json')
    return JSON.stringify({ type: 'affected', file, cell, index, outputs, certain, why });
  if (format === 'markdown') return null;
  return `${file}, cell ${index}${certain ? '' : ' (perhaps)'}: ${counted(outputs, 'output')}; ${why}`;
}

/** The counts in words. */
export function summaryText(cells: readonly FiledCell[], notebooks: number, since: string): string {
  const outputs = cells.reduce((sum, each) => sum + each.outputs, 0);
  const found = `${counted(cells.length, 'cell')} with ${counted(outputs, 'output')}`;
  return `${found} in ${counted(notebooks, 'notebook')} can change since ${since}`;
}

/** The table of all affected cells, cells without outputs last. */
export function affectedTable(cells: readonly FiledCell[], summary: string): string {
  if (cells.length === 0) return `**Notebooks:** no cell is affected.`;
  const shown = cells.toSorted((a, b) => Number(b.outputs > 0) - Number(a.outputs > 0)).slice(0, MOST_ROWS);
  const rows = shown.map(({ file, index, outputs, certain, why }) => {
    return `| ${plain(file)} | ${index} | ${outputs} | ${certain ? 'yes' : 'perhaps'} | ${plain(why)} |`;
  });
  const left = cells.length - shown.length;
  return [
    `**Notebooks:** ${plain(summary)}.`,
    '',
    '| notebook | cell | outputs | affected | why |',
    '|---|---|---|---|---|',
    ...rows,
    ...(left > 0 ? ['', `… and ${counted(left, 'cell')} more`] : []),
  ].join('\n');
}

/** Text of a notebook without Markdown: neither links, nor mentions, nor columns. */
function plain(text: string): string {
  const short = text.length > MOST_WHY ? `${text.slice(0, MOST_WHY - 1)}…` : text;
  return short
    .replace(/[\\`*_{}[\]()<>#+!|~@$&-]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(/\s+/g, ' ');
}
