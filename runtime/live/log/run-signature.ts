/**
 * Signs the outputs of runs in session logs with the key of this person, so that outputs made here can be told
 * from outputs of another origin. It reads no logs.
 */

import type { CellId } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import { isPersonalSignature, personalSignature } from '../../python/index.ts';

/** (the oldest purpose, which logs have without a name) */
const OF_RUNS = '';

/** The signature of a run's outputs. */
export function runSignature(cell: CellId, source: string, outputs: readonly Output[] | null): string {
  return personalSignature(OF_RUNS, JSON.stringify([cell, source, outputs]));
}

/** Whether a signature is this person's. */
export function isSignedRun(signature: unknown, ...run: Parameters<typeof runSignature>): boolean {
  return isPersonalSignature(signature, OF_RUNS, JSON.stringify(run));
}
