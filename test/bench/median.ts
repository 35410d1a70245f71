/** The middle of some measurements. */

/** The median; the upper one of an even number. Throws when there are none. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
