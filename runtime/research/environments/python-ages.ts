/** Chooses the installed Python nearest to a notebook's, and knows since when it has packages. */

import type { InstalledPython } from './uv.ts';

/** The oldest minor version that the agent supports. */
const OLDEST = 10;
/** When each 3.N came out; packages with compiled code follow in the half year after. */
const RELEASED: Readonly<Record<number, string>> = {
  10: '2021-10-04',
  11: '2022-10-24',
  12: '2023-10-02',
  13: '2024-10-07',
  14: '2025-10-07',
};
const HALF_A_YEAR_MS = 183 * 86_400_000;

/** The release day of a Python, and the day when most packages supported it. */
export interface PythonAge {
  readonly released: string;
  readonly settled: string;
}

/** An unknown version counts as very old. */
export function ageOfPython({ version: [, minor] }: InstalledPython): PythonAge {
  const released = RELEASED[minor] ?? '2000-01-01';
  const settled = new Date(Date.parse(released) + HALF_A_YEAR_MS).toISOString().slice(0, 10);
  return { released, settled };
}

/**
 * The Python with the wanted minor version, otherwise the nearest, and of two equally near the older; null:
 * all are too old. Without a wanted version, the newest one that had packages on the day.
 */
export function choosePython(
  pythons: readonly InstalledPython[],
  wanted: string | null,
  day: string,
): InstalledPython | null {
  const usable = pythons.filter(({ version: [major, minor] }) => major === 3 && minor >= OLDEST);
  const then = usable.filter((python) => ageOfPython(python).settled <= day).map(({ version }) => version[1]);
  const minor = wanted === null ? Math.max(OLDEST, ...then) : Number(wanted.split('.')[1]);
  const [nearest = null] = [...usable].sort(
    (a, b) =>
      Math.abs(a.version[1] - minor) - Math.abs(b.version[1] - minor) ||
      a.version[1] - b.version[1] ||
      b.version[2] - a.version[2],
  );
  return nearest;
}
