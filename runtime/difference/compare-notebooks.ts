/** The differences of two notebooks, cell by cell: text, outputs by kind, place, metadata. It prints nothing. */

import { alignCells, compareOutputs, type ItemVerdict } from '../../slicer/index.ts';
import { type Cell, hasOwnIds, type Notebook, sameJson, withCount } from '../documents/index.ts';

/** A part of a cell that can differ. */
export type ChangedPart = 'inserted' | 'deleted' | 'moved' | 'type' | 'source' | 'outputs' | 'metadata';

/** A cell's place in one version. `index`: among the code cells; both count from 1. */
export interface CellPosition {
  readonly cell: Cell;
  readonly position: number;
  readonly index: number | null;
}

/** The difference of a cell. An inserted cell has no `before`, a deleted one no `after`. */
export interface CellDifference {
  readonly before: CellPosition | null;
  readonly after: CellPosition | null;
  readonly changed: readonly ChangedPart[];
  /** The items of the output that are not the same. */
  readonly outputs: readonly OutputDifference[];
}

/** The difference of an item (`stdout`, `display 2`, `error`), and the kinds of data that differ. */
export interface OutputDifference {
  readonly item: string;
  readonly status: 'different' | 'missing' | 'extra';
  readonly kinds: readonly string[];
}

/** The differences, in the order of the second notebook. */
export interface NotebookDifference {
  readonly cells: readonly CellDifference[];
  /** Keys of the notebook's own metadata with different values. */
  readonly metadata: readonly string[];
}

/** Compares two notebooks. Execution counts do not count as a difference. */
export function compareNotebooks(before: Notebook, after: Notebook): NotebookDifference {
  const hasIds = hasOwnIds(before) && hasOwnIds(after);
  const [old, now] = [placesOf(before), placesOf(after)];
  const cells = alignCells(before.cells, after.cells, hasIds).flatMap((pair): CellDifference[] => {
    const a = pair.before === null ? null : old[pair.before]!;
    const b = pair.after === null ? null : now[pair.after]!;
    if (a === null || b === null) {
      const changed: ChangedPart[] = [a === null ? 'inserted' : 'deleted'];
      return [{ before: a, after: b, changed, outputs: [] }];
    }
    const outputs = outputDifferences(a.cell, b.cell);
    const changed: ChangedPart[] = pair.isMoved ? ['moved'] : [];
    if (a.cell.type !== b.cell.type) changed.push('type');
    if (a.cell.source !== b.cell.source) changed.push('source');
    if (outputs.length > 0) changed.push('outputs');
    if (!sameMetadata(a.cell, b.cell)) changed.push('metadata');
    return changed.length === 0 ? [] : [{ before: a, after: b, changed, outputs }];
  });
  const keys = new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)]);
  const differs = (key: string): boolean =>
    !sameJson(before.metadata[key] ?? null, after.metadata[key] ?? null);
  return { cells, metadata: [...keys].filter(differs) };
}

/** Whether two notebooks are the same but for execution counts. */
export function isSameNotebook({ cells, metadata }: NotebookDifference): boolean {
  return cells.length === 0 && metadata.length === 0;
}

/** The places of a notebook's cells. */
export function placesOf({ cells }: Notebook): readonly CellPosition[] {
  let index = 0;
  return cells.map((cell, at) => {
    if (cell.type === 'code') index += 1;
    return { cell, position: at + 1, index: cell.type === 'code' ? index : null };
  });
}

function sameMetadata(a: Cell, b: Cell): boolean {
  return sameJson(a.metadata, b.metadata) && sameJson(a.attachments ?? {}, b.attachments ?? {});
}

function outputDifferences(a: Cell, b: Cell): readonly OutputDifference[] {
  const verdicts = compareOutputs(shown(a), shown(b), [], NO_TIME);
  return verdicts.flatMap((verdict): OutputDifference[] => {
    const { item, status } = verdict;
    return status === 'same' || status === 'normalized' ? [] : [{ item, status, kinds: kindsOf(verdict) }];
  });
}

/** Without normalisers no time counts. */
const NO_TIME = { from: new Date(0), until: new Date(0) };

/** The outputs without the number of the run. */
function shown(cell: Cell) {
  if (cell.type !== 'code') return [];
  return withCount(cell.outputs, null);
}

function kindsOf({ stored, now }: ItemVerdict): readonly string[] {
  const kinds = new Set([...stored.keys(), ...now.keys()]);
  return [...kinds].filter((kind) => stored.get(kind) !== now.get(kind));
}
