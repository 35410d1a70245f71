/**
 * Infers which inputs of a history are versions of the same cell, because a history has no cell ids.
 *
 * The rule comes from Macke et al., "Fine-Grained Lineage for Safer Notebook Interactions" (VLDB 2021), who
 * replayed such histories: an input at least 80 % similar to a cell is a version of it. Similarity is
 * computed as in their scripts, 1 − Levenshtein distance / length of the longer text. Unlike them we keep
 * letter case, which Python distinguishes, and compare with a cell's present text. Only equal texts are also
 * searched among a cell's past texts, so that going back leads back. The best match wins, and among equals
 * the last run one.
 *
 * Imprecise: in a history, two cells with the same source count as one, and a wholly rewritten cell counts as
 * a new one.
 */
import { editDistance } from '../../slicer/index.ts';

/** Texts at least this similar are versions of one cell. */
const THRESHOLD_PERCENT = 80;

/**
 * Below this length one edit is more than a tenth of the text: `x = 1` and `y = 1` are 80 % similar. Such
 * texts are one cell only if they are equal.
 */
const SHORTEST_COMPARED = 10;

/**
 * Buckets for the pairs of neighbouring letters of a text; with 256 every second unrelated text got through.
 */
const BUCKETS = 1024;

/** The live cells by number; the parallel arrays keep the scan over all of them cheap. */
interface Cells {
  readonly texts: string[];
  readonly profiles: Uint16Array[];
  /** The last cell with a text. */
  readonly byText: Map<string, number>;
  /** Cell numbers, the last run one at the end. */
  readonly recent: number[];
}

/**
 * The cell of each input, `cell-1`, `cell-2`, … by first appearance. Blank space at the ends of a source is
 * ignored.
 */
export function inferCells(sources: readonly string[]): readonly string[] {
  const cells: Cells = { texts: [], profiles: [], byText: new Map(), recent: [] };
  return sources.map((source) => `cell-${assign(cells, source.trim()) + 1}`);
}

function assign(cells: Cells, text: string): number {
  const { texts, profiles, byText, recent } = cells;
  let cell = byText.get(text);
  if (cell === undefined || texts[cell] !== text) {
    const profile = pairProfile(text);
    cell ??= findMostSimilar(cells, text, profile) ?? texts.length;
    texts[cell] = text;
    profiles[cell] = profile;
    byText.set(text, cell);
  }
  const place = recent.lastIndexOf(cell);
  if (place >= 0) recent.splice(place, 1);
  recent.push(cell);
  return cell;
}

/**
 * Latest first, and only a better match replaces one: among equals the latest wins, and the limit soon gets
 * small.
 */
function findMostSimilar(cells: Cells, text: string, profile: Uint16Array): number | null {
  let best: number | null = null;
  let bestDistance = 0;
  let bestLength = 1;
  for (let i = cells.recent.length - 1; i >= 0; i -= 1) {
    const cell = cells.recent[i]!;
    const other = cells.texts[cell]!;
    const length = Math.max(text.length, other.length);
    if (length < SHORTEST_COMPARED) continue;
    let limit = Math.floor((length * (100 - THRESHOLD_PERCENT)) / 100);
    if (best !== null) limit = Math.min(limit, Math.ceil((bestDistance * length) / bestLength) - 1);
    if (Math.abs(text.length - other.length) > limit) continue;
    // One edit changes at most two pairs of letters, each of them in two buckets.
    if (exceeds(profile, cells.profiles[cell]!, 4 * limit)) continue;
    const distance = editDistance(text, other, limit);
    if (distance > limit) continue;
    best = cell;
    bestDistance = distance;
    bestLength = length;
  }
  return best;
}

/** The counts of each pair of neighbouring letters, by bucket. An overflow only weakens the bound. */
function pairProfile(text: string): Uint16Array {
  const profile = new Uint16Array(BUCKETS);
  for (let i = 1; i < text.length; i += 1) {
    const bucket = (text.charCodeAt(i - 1) * 31 + text.charCodeAt(i)) % BUCKETS;
    if (profile[bucket]! < 0xffff) profile[bucket]! += 1;
  }
  return profile;
}

/**
 * Whether two profiles differ by more than `limit` in sum: then the texts are more than `limit / 4` edits
 * apart.
 */
function exceeds(a: Uint16Array, b: Uint16Array, limit: number): boolean {
  let sum = 0;
  for (let i = 0; i < BUCKETS; i += 1) {
    const difference = a[i]! - b[i]!;
    sum += difference < 0 ? -difference : difference;
    if (sum > limit) return true;
  }
  return false;
}
