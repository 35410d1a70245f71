/**
 * The three-way merge of one cell: lines of text, outputs, metadata. A conflict stands in the text of the
 * cell, between git's marks, so that the notebook stays a notebook and the cell cannot run unnoticed.
 */

import { mergeLines } from '../../slicer/index.ts';
import { type Cell, type JsonObject, type JsonValue, sameJson } from '../documents/index.ts';

/** A cell after the merge. */
export interface MergedCell {
  readonly cell: Cell;
  readonly isConflict: boolean;
}

/** The cell of both sides. `base`: the cell that both come from; null: both sides inserted it. */
export function mergeCell(base: Cell | null, ours: Cell, theirs: Cell): MergedCell {
  const { source, isConflict } = mergeTexts(base?.source ?? null, ours.source, theirs.source);
  // a change of type is taken from the side that made the change
  const isTheirs = base !== null && ours.type === base.type && theirs.type !== base.type;
  const side = isTheirs ? theirs : ours;
  const metadata = mergeObjects(base?.metadata ?? {}, ours.metadata, theirs.metadata);
  const attachments = mergeObjects(base?.attachments ?? {}, ours.attachments ?? {}, theirs.attachments ?? {});
  const { attachments: _, ...plain } = side;
  const common = { source, metadata, ...(Object.keys(attachments).length > 0 ? { attachments } : {}) };
  const merged: Cell = { ...plain, ...common, id: ours.id };
  if (merged.type !== 'code') return { cell: merged, isConflict };
  return { cell: { ...merged, ...mergeOutputs(base, ours, theirs, source) }, isConflict };
}

/** A cell that one side changed and the other deleted. */
export function conflictWithDeletion(cell: Cell, isOurs: boolean): MergedCell {
  const source = isOurs ? marked(cell.source, '') : marked('', cell.source);
  const marks: Cell =
    cell.type === 'code' ? { ...cell, source, outputs: [], executionCount: null } : { ...cell, source };
  return { cell: marks, isConflict: true };
}

/** Values by key: a change of one side is taken, and our value if both sides changed it. */
export function mergeObjects(base: JsonObject, ours: JsonObject, theirs: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const merged: Record<string, JsonValue> = {};
  for (const key of keys) {
    const isOurs = !isSame(base[key], ours[key]) || isSame(base[key], theirs[key]);
    const value = isOurs ? ours[key] : theirs[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeTexts(base: string | null, ours: string, theirs: string) {
  if (ours === theirs || theirs === base) return { source: ours, isConflict: false };
  if (ours === base) return { source: theirs, isConflict: false };
  if (base === null) return { source: marked(ours, theirs), isConflict: true };
  const parts = mergeLines(base.split('\n'), ours.split('\n'), theirs.split('\n'));
  const lines = parts.flatMap((part) =>
    part.type === 'merged' ? part.lines : marked(part.ours.join('\n'), part.theirs.join('\n')).split('\n'),
  );
  return { source: lines.join('\n'), isConflict: parts.some(({ type }) => type === 'conflict') };
}

function marked(ours: string, theirs: string): string {
  const side = (text: string): string[] => (text === '' ? [] : [text]);
  return ['<<<<<<< ours', ...side(ours), '=======', ...side(theirs), '>>>>>>> theirs'].join('\n');
}

/** Outputs belong to a text: outputs of a text that the merged cell does not have are left out. */
function mergeOutputs(base: Cell | null, ours: Cell, theirs: Cell, source: string) {
  const [mine, other] = [shownBy(ours, source), shownBy(theirs, source)];
  const isOld = mine !== null && base?.type === 'code' && sameShown(mine, base);
  return (isOld ? other : null) ?? mine ?? other ?? { outputs: [], executionCount: null };
}

function shownBy(cell: Cell, source: string) {
  if (cell.type !== 'code' || cell.source !== source) return null;
  return { outputs: cell.outputs, executionCount: cell.executionCount };
}

type Shown = Pick<Extract<Cell, { type: 'code' }>, 'outputs' | 'executionCount'>;

function sameShown(a: Shown, b: Shown): boolean {
  return a.executionCount === b.executionCount && JSON.stringify(a.outputs) === JSON.stringify(b.outputs);
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}
