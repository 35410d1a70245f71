/** Long questions of pages, so that they can be cancelled. It does not know their content. */

import type { Listener } from './live-notebook.ts';

/** The work in progress, by page and question. */
export class Ongoing {
  readonly #pages = new Map<Listener, Map<number, AbortController>>();

  /** Does the work of a question; its signal is aborted when the question is cancelled. */
  async work<T>(page: Listener, question: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const questions = this.#pages.get(page) ?? new Map<number, AbortController>();
    this.#pages.set(page, questions.set(question, controller));
    try {
      return await work(controller.signal);
    } finally {
      questions.delete(question);
      if (questions.size === 0) this.#pages.delete(page);
    }
  }

  /** Cancels a question of a page. */
  cancel(page: Listener, question: number): void {
    this.#pages.get(page)?.get(question)?.abort();
  }

  /** Cancels all questions of a page that has gone. */
  leave(page: Listener): void {
    for (const controller of this.#pages.get(page)?.values() ?? []) controller.abort();
  }
}
