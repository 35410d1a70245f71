/**
 * The three-way merge of notebooks, for git: cells are paired with the cells of the base, merged one by one,
 * and put in one order. It reads and writes no file.
 */

import { alignCells } from '../../slicer/index.ts';
import { type Cell, hasOwnIds, type Notebook, parseNotebook, serializeNotebook } from '../documents/index.ts';
import { conflictWithDeletion, type MergedCell, mergeCell, mergeObjects } from './merge-cells.ts';

/** The merged notebook's text, and the positions of cells with conflicts, from 1. */
export interface MergedNotebook {
  readonly text: string;
  readonly conflicts: readonly number[];
}

/** A cell of one side and its cell of the base; null: the side inserted it. */
interface SideCell {
  readonly cell: Cell;
  readonly base: number | null;
}

/**
 * Merges two versions. `base`: null if both sides added the file. The text is written from our version:
 * unchanged cells keep their bytes.
 */
export function mergeNotebooks(base: Notebook | null, ours: Notebook, theirs: Notebook): MergedNotebook {
  const origin = base ?? commonCells(ours, theirs);
  const old = origin.cells;
  const [mine, other] = [sideCells(origin, ours), sideCells(origin, theirs)];
  const isReordered = !isInOrder(mine);
  const [skeleton, rest] = isReordered ? [mine, other] : [other, mine];
  const taken = new Set(ours.cells.map(({ id }) => id));
  const merged: MergedCell[] = [];
  for (const [first, second] of zipped(skeleton, rest, old.length)) {
    const [own, their] = isReordered ? [first, second] : [second, first];
    const at = own?.base ?? their?.base ?? null;
    const found = mergedCell(at === null ? null : old[at]!, own?.cell ?? null, their?.cell ?? null);
    if (found === null) continue;
    const id = own === null ? freeId(found.cell.id, taken) : found.cell.id;
    taken.add(id);
    merged.push(id === found.cell.id ? found : { ...found, cell: { ...found.cell, id } });
  }
  const cells = merged.map(({ cell }) => cell);
  const metadata = mergeObjects(origin.metadata, ours.metadata, theirs.metadata);
  const text = serializeNotebook({ ...ours, cells, metadata });
  // the promise: the result is a notebook
  parseNotebook(text, ours.path, 'any');
  return { text, conflicts: merged.flatMap(({ isConflict }, at) => (isConflict ? [at + 1] : [])) };
}

/** In place of a base: the cells that both sides have. */
function commonCells(ours: Notebook, theirs: Notebook): Notebook {
  const pairs = alignCells(ours.cells, theirs.cells, hasOwnIds(ours) && hasOwnIds(theirs));
  const cells = pairs.flatMap(({ before, after, isMoved }) => {
    if (before === null || after === null || isMoved) return [];
    const cell = ours.cells[before]!;
    return cell.source === theirs.cells[after]!.source ? [cell] : [];
  });
  return { ...ours, cells, metadata: {} };
}

function sideCells(base: Notebook, side: Notebook): readonly SideCell[] {
  const pairs = alignCells(base.cells, side.cells, hasOwnIds(base) && hasOwnIds(side));
  return pairs.flatMap(({ before, after }) =>
    after === null ? [] : [{ cell: side.cells[after]!, base: before }],
  );
}

function isInOrder(cells: readonly SideCell[]): boolean {
  const places = cells.flatMap(({ base }) => (base === null ? [] : [base]));
  return places.every((place, i) => i === 0 || places[i - 1]! < place);
}

/**
 * The cells of both sides in one order: that of the skeleton; cells that only the other side has follow the
 * cell that they follow there. Equal insertions at one place become one cell.
 */
function zipped(
  skeleton: readonly SideCell[],
  rest: readonly SideCell[],
  baseCount: number,
): readonly (readonly [SideCell | null, SideCell | null])[] {
  const inRest = new Map(rest.flatMap((each) => (each.base === null ? [] : [[each.base, each] as const])));
  const inSkeleton = new Set(skeleton.flatMap(({ base }) => base ?? []));
  // the cells that only the rest has, by the base cell in the skeleton that they follow
  const followers = new Map<number, SideCell[]>();
  let last = -1;
  for (const each of rest) {
    if (each.base !== null && inSkeleton.has(each.base)) last = each.base;
    else followers.set(last, [...(followers.get(last) ?? []), each]);
  }
  const pairs: [SideCell | null, SideCell | null][] = [];
  const follow = (base: number): void => {
    for (const each of followers.get(base) ?? []) pairs.push([null, each]);
    followers.delete(base);
  };
  let own: SideCell[] = [];
  const addOwn = (after: number): void => {
    for (const each of own) {
      const twins = followers.get(after) ?? [];
      const twin = twins.find(({ base, cell }) => base === null && isTwin(cell, each.cell)) ?? null;
      if (twin !== null)
        followers.set(
          after,
          twins.filter((other) => other !== twin),
        );
      pairs.push([each, twin]);
    }
    own = [];
  };
  let before = -1;
  for (const each of skeleton) {
    if (each.base === null) {
      own.push(each);
      continue;
    }
    addOwn(before);
    follow(before);
    pairs.push([each, inRest.get(each.base) ?? null]);
    before = each.base;
  }
  addOwn(before);
  for (let base = -1; base < baseCount; base += 1) follow(base);
  return pairs;
}

function isTwin(a: Cell, b: Cell): boolean {
  return a.type === b.type && (a.source === b.source || a.id === b.id);
}

/** Null: the cell is deleted. */
function mergedCell(base: Cell | null, ours: Cell | null, theirs: Cell | null): MergedCell | null {
  if (ours !== null && theirs !== null) return mergeCell(base, ours, theirs);
  const kept = ours ?? theirs;
  if (kept === null || base === null) return kept === null ? null : { cell: kept, isConflict: false };
  if (kept.source === base.source && kept.type === base.type) return null;
  return conflictWithDeletion(kept, ours !== null);
}

/** An id that no cell of ours and no merged cell has, for a cell that only the other side has. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let n = 2; taken.has(free); n += 1) free = `${id.slice(0, LONGEST_ID - 4)}-${n}`;
  return free;
}

/** Ids in nbformat have at most 64 characters. */
const LONGEST_ID = 64;
