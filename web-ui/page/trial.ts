/**
 * Trials of the notebook in other kernels: one of each kind at a time, with progress in words, cancelled on
 * request. It shows nothing.
 */

import type { Answer } from '../../runtime/index.ts';
import type { Asked } from './notebook-line.ts';
import { line } from './notebook-state.ts';

type TrialQuestion = Extract<Asked, { readonly ask: 'reproduce' | 'prove' | 'sweep' }>;

/** Trials of one kind. */
export class Trial {
  #current: AbortController | null = null;

  get isRunning(): boolean {
    return this.#current !== null;
  }

  /** Starts a trial; `tell` gets its progress. */
  async ask(
    question: TrialQuestion,
    tell: (text: string) => void,
  ): Promise<{ readonly answer: Answer; readonly isGivenUp: boolean }> {
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    const answer = await line().ask(question, {
      signal,
      progress: (progress) => {
        if (progress.stage === 'trying') tell(progress.text);
      },
    });
    this.#current = null;
    return { answer, isGivenUp: signal.aborted };
  }

  /** Cancels the trial. */
  cancel(): void {
    this.#current?.abort();
  }
}
