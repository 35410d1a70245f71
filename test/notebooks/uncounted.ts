/** Runs whose numbers do not count, because other cells run between them. */

import type { ComparableRun } from '../transparency/comparable.ts';

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** A run without the counters of executions, which differ on purpose. */
export function uncounted(run: ComparableRun): ComparableRun {
  const without = (text: string): string =>
    text
      .replace(COLOUR, '')
      .replace(/\bIn ?\[\d+\]|<ipython-input-\d+>/g, 'In[…]')
      .replace(/^Out\[\d+\]/gm, 'Out');
  return { ...run, executionCount: null, outputs: run.outputs.map(without), stderr: without(run.stderr) };
}
