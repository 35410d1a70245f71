/** Notes about an open notebook, each shown once, by the first page. */

import type { Listener } from '../pages/live-notebook.ts';

/** The notes that no page has shown yet. */
export class OpeningNotes {
  readonly #tell: (note: string) => boolean;
  #waiting: string[] = [];

  /** `tell`: shows a note on the present pages; returns whether there are any. */
  constructor(tell: (note: string) => boolean) {
    this.#tell = tell;
  }

  /** Tells a note; null is none. */
  say(note: string | null): void {
    if (note !== null && !this.#tell(note)) this.#waiting.push(note);
  }

  /** A page has come. */
  connected(page: Listener): void {
    for (const message of this.#waiting) page({ type: 'note', message });
    this.#waiting = [];
  }
}
