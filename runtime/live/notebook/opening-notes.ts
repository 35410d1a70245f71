/** Notes on an open notebook that its pages are told once: the first page that there is gets each. */

import type { Listener } from '../pages/live-notebook.ts';

/** The notes that no page has had. */
export class OpeningNotes {
  readonly #tell: (note: string) => boolean;
  #waiting: string[] = [];

  /** `tell`: tells the pages that are there; whether there are any. */
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
