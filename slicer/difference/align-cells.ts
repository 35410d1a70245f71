/**
 * Pairs the cells of two versions of a notebook: cells with the same id, equal cells, and similar cells. It
 * does not compare outputs.
 */

import { type CountedText, countWords, similarity } from './similarity.ts';

/** The part of a cell by which it is recognised. */
export interface AlignedCell {
  readonly id: string;
  readonly type: string;
  readonly source: string;
}

/**
 * A cell of both versions, or of one. Positions count from 0. `isMoved`: other pairs keep their order, this
 * one left it.
 */
export interface CellPair {
  readonly before: number | null;
  readonly after: number | null;
  readonly isMoved: boolean;
}

/** Less similar texts are different cells. */
const LEAST_SIMILARITY = 0.5;
/** A moved cell must be more similar, because nothing else identifies it. */
const LEAST_MOVED = 0.7;
/** The value of a common id beside the similarity of the texts: more than that of equal texts. */
const SAME_ID = 2;

/** A cell with its words. */
interface Known extends CountedText {
  readonly id: string;
  readonly type: string;
}

/**
 * The pairs, in the order of the later version; each deleted cell stands behind the cell that it followed.
 * The pairs that keep their order have the largest possible sum of similarities. `hasIds`: the ids are the
 * document's own; ids from positions identify nothing.
 */
export function alignCells(
  before: readonly AlignedCell[],
  after: readonly AlignedCell[],
  hasIds: boolean,
): readonly CellPair[] {
  const [old, now] = [before.map(known), after.map(known)];
  let head = 0;
  while (head < old.length && head < now.length && isSame(old[head]!, now[head]!, hasIds)) head += 1;
  let tail = 0;
  const least = Math.min(old.length, now.length) - head;
  while (tail < least && isSame(old.at(-1 - tail)!, now.at(-1 - tail)!, hasIds)) tail += 1;
  const partner = new Map<number, number>();
  for (let i = 0; i < head; i += 1) partner.set(i, i);
  for (let i = 1; i <= tail; i += 1) partner.set(now.length - i, old.length - i);
  const [oldMiddle, nowMiddle] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  for (const [i, j] of inOrder(oldMiddle, nowMiddle, hasIds)) partner.set(head + j, head + i);
  const moved = movedCells(old, now, partner, hasIds);
  return listed(old.length, now.length, partner, moved);
}

function known({ id, type, source }: AlignedCell): Known {
  return { id, type, ...countWords(source) };
}

function isSame(a: Known, b: Known, hasIds: boolean): boolean {
  return a.text === b.text && a.type === b.type && (!hasIds || a.id === b.id);
}

/** The value of a pair; 0: the cells are different ones. */
function pairValue(a: Known, b: Known, hasIds: boolean): number {
  const alike = similarity(a, b);
  if (hasIds && a.id === b.id) return SAME_ID + alike;
  return a.type === b.type && alike >= LEAST_SIMILARITY ? alike : 0;
}

/** The pairs that keep their order and have the largest sum of values (Needleman and Wunsch, 1970). */
function inOrder(old: readonly Known[], now: readonly Known[], hasIds: boolean): [number, number][] {
  const width = now.length + 1;
  const values = new Float64Array(old.length * now.length);
  const best = new Float64Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const value = pairValue(old[i]!, now[j]!, hasIds);
      values[i * now.length + j] = value;
      const paired = value === 0 ? 0 : value + best[(i + 1) * width + j + 1]!;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const value = values[i * now.length + j]!;
    const here = best[i * width + j]!;
    if (value > 0 && here === value + best[(i + 1) * width + j + 1]!) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (here === best[(i + 1) * width + j]!) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Adds pairs of cells that left their order to `partner`, and returns their later positions. */
function movedCells(
  old: readonly Known[],
  now: readonly Known[],
  partner: Map<number, number>,
  hasIds: boolean,
): ReadonlySet<number> {
  const taken = new Set(partner.values());
  const moved = new Set<number>();
  const free = old.flatMap((_, i) => (taken.has(i) ? [] : [i]));
  const candidates: { readonly i: number; readonly j: number; readonly value: number }[] = [];
  for (let j = 0; j < now.length; j += 1) {
    if (partner.has(j)) continue;
    for (const i of free) {
      const value = pairValue(old[i]!, now[j]!, hasIds);
      const isKnown = value >= SAME_ID || (value >= LEAST_MOVED && now[j]!.size > 0);
      if (isKnown) candidates.push({ i, j, value });
    }
  }
  for (const { i, j } of candidates.sort((a, b) => b.value - a.value)) {
    if (taken.has(i) || partner.has(j)) continue;
    taken.add(i);
    partner.set(j, i);
    moved.add(j);
  }
  return moved;
}

function listed(
  oldCount: number,
  nowCount: number,
  partner: ReadonlyMap<number, number>,
  moved: ReadonlySet<number>,
): readonly CellPair[] {
  const inOrderOnes = new Set<number>();
  for (const [j, i] of partner) if (!moved.has(j)) inOrderOnes.add(i);
  const kept = new Set(partner.values());
  const pairs: CellPair[] = [];
  let next = 0;
  const addDeleted = (): void => {
    for (; next < oldCount && !inOrderOnes.has(next); next += 1) {
      if (!kept.has(next)) pairs.push({ before: next, after: null, isMoved: false });
    }
  };
  addDeleted();
  for (let j = 0; j < nowCount; j += 1) {
    const before = partner.get(j) ?? null;
    pairs.push({ before, after: j, isMoved: moved.has(j) });
    if (before === null || moved.has(j)) continue;
    next = before + 1;
    addDeleted();
  }
  return pairs;
}
