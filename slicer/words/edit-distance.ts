/** Levenshtein distance with a limit. This file does not judge which distance counts as similar. */

/** Marks a diagonal not reached yet. */
const UNREACHED = -2;

/** Scratch memory, used within one call: allocating it anew took half of the time. */
let buffers: [Int32Array, Int32Array] = [new Int32Array(256), new Int32Array(256)];

/**
 * The number of insertions, deletions and substitutions (UTF-16 units) that turn `a` into `b`, or Infinity if
 * it is above `limit`.
 *
 * For each number of edits, the function stores how far it can follow every diagonal (Ukkonen, "Algorithms
 * for approximate string matching", 1985), so similar texts cost O(length + distance²) and others O(limit²).
 */
export function editDistance(a: string, b: string, limit: number): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const target = long.length - short.length;
  if (target > limit) return Number.POSITIVE_INFINITY;

  // reach[diagonal + offset]: how much of `short` is done when `long` is `diagonal` ahead of it.
  const offset = limit + 1;
  const size = 2 * offset + 1;
  if (buffers[0].length < size) buffers = [new Int32Array(2 * size), new Int32Array(2 * size)];
  let [reach, next] = buffers;
  reach.fill(UNREACHED, 0, size);
  next.fill(UNREACHED, 0, size);
  for (let edits = 0; edits <= limit; edits += 1) {
    // From a diagonal further than `left` from the target one, the end cannot be reached any more.
    const left = limit - edits;
    const from = Math.max(-edits, target - left);
    const to = Math.min(edits, target + left);
    for (let diagonal = from; diagonal <= to; diagonal += 1) {
      const at = diagonal + offset;
      let done = edits === 0 ? 0 : Math.max(reach[at]! + 1, reach[at - 1]!, reach[at + 1]! + 1);
      done = Math.min(done, short.length, long.length - diagonal);
      while (done < short.length && short.charCodeAt(done) === long.charCodeAt(done + diagonal)) done += 1;
      if (diagonal === target && done === short.length) return edits;
      next[at] = done;
    }
    [reach, next] = [next, reach];
  }
  return Number.POSITIVE_INFINITY;
}
