/** The certainty that a text reads a name. interpreter/reading-paths.ts follows the flow. */

/**
 * The kind of a read of a name that the text has not bound before. `surely`: on every path, so the text fails
 * if the name is missing; `perhaps`: on some path, or in code that may not run; `harmless`: a missing name
 * causes no failure, or the text catches the failure.
 */
export type Reading = 'surely' | 'perhaps' | 'harmless';

const RANK: Readonly<Record<Reading, number>> = { harmless: 0, perhaps: 1, surely: 2 };

/** Notes a reading; among several of one name the surest counts. Returns whether it was new. */
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
