/** The executions of a notebook to slice and verify: those with an output, spread over the notebook. It runs nothing. */

import type { ComparableRun } from '../transparency/comparable.ts';

/**
 * At most `count` execution numbers, ascending, with the last execution that has an output. Executions with another result in
 * each run are left out.
 */
export function chooseTargets(
  runs: readonly ComparableRun[],
  unstable: ReadonlySet<number>,
  count: number,
): number[] {
  const numbers = runs.map((_, index) => index + 1).filter((exec) => !unstable.has(exec));
  const showing = numbers.filter((exec) => {
    const run = runs[exec - 1];
    return run?.status === 'ok' && run.outputs.length > 0;
  });
  const chosen = spread(showing, count);
  const others = numbers.filter((exec) => !showing.includes(exec) && runs[exec - 1]?.status === 'ok');
  return [...chosen, ...spread(others, count - chosen.length)].sort((a, b) => a - b);
}

/** Evenly spaced entries, the last one always. */
function spread(entries: readonly number[], count: number): number[] {
  if (entries.length <= count) return [...entries];
  const step = entries.length / count;
  return Array.from({ length: count }, (_, i) => entries[Math.ceil((i + 1) * step) - 1] ?? 0);
}
