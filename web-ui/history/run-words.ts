/** How executions ended, in words. */

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
