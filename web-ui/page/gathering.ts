/** The gathered script: requests it, follows its verification and shrinking, and cancels it. It shows nothing. */

import { signal } from '@preact/signals';
import type { Answer, Criterion, GatherProgress } from '../../runtime/index.ts';
import { line } from './notebook-state.ts';
import { criterionKey, sliceLevel } from './shown-slice.ts';

/** A script, and its verification. */
export type Gathered = Extract<Answer, { readonly to: 'gather' }>;

/** The last script, with its criterion; or the reason, as text, why there is none. */
export const gathered = signal<{ readonly key: string; readonly answer: Gathered | string } | null>(null);

/** The progress of gathering; null: none is running. */
export const gathering = signal<GatherProgress | null>(null);

let current: AbortController | null = null;

/** Gathers, and on request verifies the script or shrinks it as well. */
export async function gather(of: Criterion, run: 'not' | 'verify' | 'minimize'): Promise<void> {
  const controller = new AbortController();
  current = controller;
  gathering.value = { stage: 'gathering' };
  const answer = await line().ask(
    { ask: 'gather', of, level: sliceLevel.peek(), run },
    {
      signal: controller.signal,
      progress: (progress) => {
        if (progress.stage !== 'trying') gathering.value = progress;
      },
    },
  );
  gathering.value = null;
  current = null;
  const shown =
    answer.to === 'gather' ? answer : answer.to === 'failed' ? answer.message : 'there is no answer';
  gathered.value = { key: criterionKey(of), answer: shown };
}

/** Cancels the work in progress; its result so far is shown. */
export function cancelGathering(): void {
  current?.abort();
}
