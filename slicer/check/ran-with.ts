/** Whether a cell has run without a missing name. */

import type { CodeCell } from './facts.ts';

/** The cell has run, and did not fail with a missing name. */
export function ranWith({ executionCount, outputs }: CodeCell): boolean {
  return executionCount !== null && outputs.every(({ error }) => error === null || error !== 'NameError');
}
