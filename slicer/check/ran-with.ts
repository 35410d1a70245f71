/** Whether a cell has run with all its names there. */

import type { CodeCell } from './facts.ts';

/** It has run, and did not fail for lack of a name. */
export function ranWith({ executionCount, outputs }: CodeCell): boolean {
  return executionCount !== null && outputs.every(({ error }) => error === null || error !== 'NameError');
}
