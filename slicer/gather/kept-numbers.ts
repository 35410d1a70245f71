/**
 * Keeps the session's result numbers in a script. IPython numbers the results of the script's own cells from
 * 1: the fourth cell makes a `_4` and an `Out[4]`, which differ from the session's. Added lines put back the
 * results to which later cells refer. This file decides nothing about slices.
 *
 * Unsound: in a script that runs cell by cell, a reference to a result by a computed number (`globals()['_%d'
 * % n]`) is not recognized: the script's own cells have numbers too.
 */

import type { GatheredCell } from './gathered.ts';

/** A cell of a script, and whether IPython displays its result. */
export interface ShowingCell extends GatheredCell {
  readonly shows: boolean;
}

/** How later code refers to a result of the session: the position of its cell, and whether also through `Out`. */
export interface KeptNumber {
  readonly at: number;
  readonly out: boolean;
}

/** The cells, with added lines that keep the session's results. `kept`: these results, by number. */
export function keepNumbers(
  cells: readonly ShowingCell[],
  kept: ReadonlyMap<number, KeptNumber>,
): GatheredCell[] {
  const before: string[][] = cells.map(() => []);
  const numbers = new Set(kept.keys());
  for (const { source } of cells) for (const number of mentioned(source)) numbers.add(number);
  for (const number of [...numbers].sort((a, b) => a - b)) {
    // a cell with imports and set-up may come first
    for (const index of [number - 2, number - 1]) {
      if (!cells[index]?.shows) continue;
      const next = cells.findIndex(({ source }, at) => at > index && !source.trimStart().startsWith('%%'));
      const result = kept.get(number);
      if (next < 0 || (result && result.at >= index)) continue;
      if (!result) {
        if (cells.slice(next).some(({ source }) => mentioned(source).includes(number)))
          before[next]?.push(`globals().pop('_${number}', None)`);
        continue;
      }
      if (cells[index].source.trimStart().startsWith('%%')) continue;
      before[index]?.push(`_kept_${number} = _${number}`);
      before[next]?.push(`_${number} = _kept_${number}`);
      if (result.out) before[next]?.push(`Out[${number}] = _${number}`);
    }
  }
  return cells.map(({ shows: _, ...cell }, index) => ({
    ...cell,
    source: [...(before[index] ?? []), cell.source].join('\n'),
  }));
}

function mentioned(source: string): number[] {
  return Array.from(source.matchAll(/(?<![\w.])_(\d+)\b/g), (found) => Number(found[1]));
}
