/** The requests for an environment, from the exact one to weaker ones. It asks no index. */

import { distributionOf } from '../../checking/index.ts';
import type { NeededPackages } from './needed-packages.ts';
import type { NotebookDate } from './notebook-date.ts';
import { ageOfPython } from './python-ages.ts';
import type { InstalledPython } from './uv.ts';

/** A request to resolve: packages, their latest day, and its description. */
export interface Attempt {
  readonly lines: readonly string[];
  readonly day: string;
  readonly told: string;
}

/** The exact request, then weaker ones, each with less of it. */
export function attempts(
  needed: NeededPackages,
  date: NotebookDate,
  python: InstalledPython,
): readonly Attempt[] {
  const { lines, source } = needed;
  const usable = ageOfPython(python);
  const day = date.day < usable.released ? usable.settled : date.day;
  const asOf = (when: string): string =>
    when === date.day
      ? `as of ${when} (${date.by})`
      : `as of ${when}, when there were packages for this Python (the notebook is of ${date.day}, by its ${date.by})`;
  const bare = lines.filter((line) => !/[@]/.test(line)).map((line) => distributionOf(line));
  const days = day < usable.settled ? [day, usable.settled] : [day];
  const exact = days.map((when) => ({ lines, day: when, told: `${source}, ${asOf(when)}` }));
  const loose = days.map((when) => ({
    lines: [...new Set(bare)],
    day: when,
    told: `${source} without its versions, which cannot be had, ${asOf(when)}`,
  }));
  const isLoose = lines.every((line) => distributionOf(line) === line.toLowerCase());
  return isLoose ? exact : [...exact, ...loose];
}
