/** Executions in words: by which number people know them, and how they ended. */

import type { PastRun } from '../../runtime/index.ts';

const WORDS: Readonly<Record<PastRun['status'], string>> = {
  ok: '',
  error: 'failed',
  interrupted: 'interrupted',
  uninstrumented: 'not traced',
  unknown: '',
};

/** The word for an ending; none for the usual one. */
export function runStatus(status: PastRun['status']): string {
  return WORDS[status];
}

/** The number that its cell showed. */
export function runNumber({ count }: { readonly count: number | null }): string {
  return count === null ? '–' : String(count);
}
