/** Runs of the notebook elsewhere that a page asks for: one of a kind at a time, followed in words, given up on request. It shows nothing. */

import type { Answer } from '../../runtime/index.ts';
import type { Asked } from './notebook-line.ts';
import { line } from './notebook-state.ts';

type TrialQuestion = Extract<Asked, { readonly ask: 'reproduce' | 'prove' }>;

/** Trials of one kind. */
export class Trial {
  #current: AbortController | null = null;

  get isRunning(): boolean {
    return this.#current !== null;
  }

  /** Asks for one; `tell` hears how far it is. */
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

  /** Gives it up. */
  cancel(): void {
    this.#current?.abort();
  }
}
