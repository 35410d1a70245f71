/**
 * Sends changes of a notebook's view to all pages, at most some thirty times a second: a cell that prints in
 * a loop must neither flood the line nor freeze the page. Views that take long to build are sent less often,
 * so that the server keeps most of its time. It does not build the view.
 */

import type { FromServer } from '../messages/messages.ts';
import type { NotebookView } from '../messages/notebook-views.ts';
import { outputsSize } from './clip-outputs.ts';
import { HeldOutputs } from './held-outputs.ts';
import type { Listener } from './live-notebook.ts';
import { viewChanges } from './view-changes.ts';

const EVERY_MS = 33;

/** The wait before the next view, as a multiple of the time for building and sending the last one. */
const TIMES_AS_LONG = 16;

/** The limit of outputs for pages, in characters per millisecond. */
const CHARACTERS_PER_MS = 4_000;

/** The pages of a notebook, and the view that they know. */
export class ViewFeed {
  readonly #view: () => NotebookView;
  readonly #pages = new Set<Listener>();
  readonly #held = new HeldOutputs();
  #told: NotebookView;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer is due. */
  #due = 0;
  #flushed = 0;
  #pause = EVERY_MS;

  /** `view`: returns the present view; unchanged parts should be the same objects. */
  constructor(view: () => NotebookView) {
    this.#view = view;
    this.#told = view();
  }

  /** Connects a page: it gets the whole view at once. Returns a function to disconnect it. */
  connect(page: Listener): () => void {
    this.flush();
    this.#pages.add(page);
    page({ type: 'notebook', notebook: this.#told });
    return () => void this.#pages.delete(page);
  }

  /** Whether there are pages. */
  get hasPages(): boolean {
    return this.#pages.size > 0;
  }

  /** Notes a changed view. Pages get it at once, or after a pause since the last time. */
  changed(): void {
    this.#flushAt(this.#flushed + this.#pause);
  }

  /** Sends changes now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const begun = performance.now();
    const { view, until } = this.#held.hold(this.#told, this.#view(), begun);
    const messages = viewChanges(this.#told, view);
    for (const message of messages) this.tell(message);
    const size = messages.reduce((sum, each) => sum + sizeOf(each), 0);
    const took = performance.now() - begun;
    this.#pause = Math.max(EVERY_MS, TIMES_AS_LONG * took) + size / CHARACTERS_PER_MS;
    this.#told = view;
    this.#flushed = performance.now();
    if (until !== null) this.#flushAt(Math.max(until, this.#flushed + this.#pause));
  }

  /** Sends changes at this time, or earlier. */
  #flushAt(time: number): void {
    if (this.#timer !== null && this.#due <= time) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#due = time;
    this.#timer = setTimeout(() => this.flush(), Math.max(0, time - performance.now()));
  }

  /** Sends all pages a message outside of the view; `but`: except this page. */
  tell(message: FromServer, but?: Listener): void {
    for (const page of this.#pages) if (page !== but) page(message);
  }
}

/** About how many characters of outputs a message carries. */
function sizeOf(message: FromServer): number {
  if (message.type === 'stream') return message.text.length;
  if (message.type === 'outputs') return outputsSize(message.outputs);
  if (message.type !== 'change') return 0;
  return message.cells.reduce((sum, { outputs = [] }) => sum + outputsSize(outputs), 0);
}
