/** Differences of notebooks for people, as unified diffs by cell, and for programs, as plain objects. */

import { structuredPatch } from 'diff';
import type { Cell } from '../documents/index.ts';
import type {
  CellDifference,
  CellPosition,
  NotebookDifference,
  OutputDifference,
} from './compare-notebooks.ts';
import { outputLines } from './notebook-text.ts';

/** The text of all differences; empty if there are none. */
export function differenceLines({ cells, metadata }: NotebookDifference): readonly string[] {
  const own = metadata.length === 0 ? [] : [`notebook metadata changed: ${metadata.join(', ')}`];
  return [...cells.flatMap(cellLines), ...own];
}

/** A difference of a cell as an object for `--json`. */
export function differenceObject({ before, after, changed, outputs }: CellDifference): object {
  const cell = (after ?? before)!.cell;
  const texts = changed.includes('source') || before === null || after === null;
  return {
    type: 'difference',
    cell: cell.id,
    kind: cell.type,
    before: placeObject(before),
    after: placeObject(after),
    changed,
    ...(texts ? { source: { before: before?.cell.source ?? null, after: after?.cell.source ?? null } } : {}),
    outputs,
  };
}

/** The counts of differences, for the last line. */
export function differenceCounts({ cells, metadata }: NotebookDifference): Readonly<Record<string, number>> {
  const parts = ['inserted', 'deleted', 'moved', 'type', 'source', 'outputs', 'metadata'] as const;
  const counts = parts.map((part) => [part, cells.filter(({ changed }) => changed.includes(part)).length]);
  return { ...Object.fromEntries(counts), notebookMetadata: metadata.length };
}

function placeObject(place: CellPosition | null): object | null {
  if (place === null) return null;
  return { cell: place.cell.id, position: place.position, index: place.index };
}

function cellLines({ before, after, changed, outputs }: CellDifference): readonly string[] {
  const { cell, position } = (after ?? before)!;
  const title = `cell ${position} [${cell.type}] ${cell.id}: ${titleOf(before, after, changed)}`;
  const source = patchLines(before?.cell.source ?? '', after?.cell.source ?? '');
  return [title, ...source, ...outputs.flatMap((each) => outputPatch(before!, after!, each)), ''];
}

function titleOf(
  before: CellPosition | null,
  after: CellPosition | null,
  changed: readonly string[],
): string {
  if (before === null || after === null) return changed.join(', ');
  const words = changed.map((part) => {
    if (part === 'moved') return `moved from ${before.position}`;
    return part === 'type' ? `was ${before.cell.type}` : `${part} changed`;
  });
  return words.join(', ');
}

function outputPatch(before: CellPosition, after: CellPosition, { item, status, kinds }: OutputDifference) {
  const word = { different: 'changed', missing: 'gone', extra: 'new' }[status];
  const lines = patchLines(itemText(before.cell, item), itemText(after.cell, item));
  return [`  output ${item} ${word}: ${kinds.join(', ')}`, ...lines];
}

/** The lines of one item of a cell's output. */
export function itemText(cell: Cell, item: string): string {
  if (cell.type !== 'code') return '';
  const place = /^display (\d+)$/.exec(item)?.[1];
  const displays = cell.outputs.filter(({ output_type: type }) =>
    /^(?:display_data|execute_result)$/.test(type),
  );
  const found =
    place !== undefined
      ? displays.slice(Number(place) - 1, Number(place))
      : cell.outputs.filter((output) =>
          output.output_type === 'stream' ? output.name === item : output.output_type === item,
        );
  return found.flatMap(outputLines).join('\n');
}

/** The hunks of a unified diff, without names of files. */
function patchLines(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const { hunks } = structuredPatch('', '', withEnd(before), withEnd(after), '', '', { context: 2 });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
