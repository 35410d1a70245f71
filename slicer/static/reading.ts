/** How sure it is that a text reads a name. It follows no flow: that is definedness.ts. */

/**
 * How a name is read that the text has not bound by then. `surely`: on every path, so that the text fails where the name is missing;
 * `perhaps`: on some path, or in code that may not run; `harmless`: only where nothing fails when it is missing, or the failure is caught.
 */
export type Reading = 'surely' | 'perhaps' | 'harmless';

const RANK: Readonly<Record<Reading, number>> = { harmless: 0, perhaps: 1, surely: 2 };

/** Notes a reading; of several of one name, the surest counts. Whether it was new. */
export function noteReading(readings: Map<string, Reading>, name: string, reading: Reading): boolean {
  const known = readings.get(name);
  if (known !== undefined && RANK[known] >= RANK[reading]) return false;
  readings.set(name, reading);
  return true;
}

/** The less sure of two. */
export function weaker(a: Reading, b: Reading): Reading {
  return RANK[a] < RANK[b] ? a : b;
}
