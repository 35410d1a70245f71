/**
 * Marks in a cell's text what would keep it from running, with the reason, while it is typed. What it is is the server's to say; here it is
 * decided when: not in the middle of a word, and only where the text is still what the server looked at.
 */

import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { effect } from '@preact/signals';
import type { Problem } from '../../runtime/index.ts';
import { flushSource } from '../page/edits.ts';
import { line, revision } from '../page/notebook-state.ts';

/** After the last key. */
const PAUSE_MS = 500;
/** For what touches the cursor: somebody may be writing it. */
const LONG_PAUSE_MS = 2_500;

/** Follows the problems of a cell. */
export function problems(cell: string): Extension {
  return ViewPlugin.define((view) => new Problems(view, cell));
}

class Problems implements PluginValue {
  readonly #view: EditorView;
  readonly #cell: string;
  readonly #stop: () => void;
  #typed = 0;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = '';

  constructor(view: EditorView, cell: string) {
    this.#view = view;
    this.#cell = cell;
    this.#stop = effect(() => {
      revision.value;
      this.#soon(PAUSE_MS);
    });
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.#typed = Date.now();
    if (update.docChanged || update.focusChanged || update.selectionSet) this.#soon(PAUSE_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #soon(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), pause);
  }

  async #look(): Promise<void> {
    flushSource(this.#cell);
    this.#asked += 1;
    const asked = this.#asked;
    const answer = await line().ask({ ask: 'problems', cell: this.#cell });
    if (answer.to === 'problems' && asked === this.#asked) this.#show(answer.problems);
  }

  #show(found: readonly Problem[]): void {
    const view = this.#view;
    const { head } = view.state.selection.main;
    const writing = view.hasFocus && Date.now() - this.#typed < LONG_PAUSE_MS;
    const placed = found.flatMap((problem) => placeIn(view, problem) ?? []);
    const shown = placed.filter(({ from, to }) => !writing || head < from || head > to);
    if (shown.length < placed.length) this.#soon(LONG_PAUSE_MS);
    const key = JSON.stringify(shown);
    if (key === this.#shown && shown.length === 0) return;
    this.#shown = key;
    view.dispatch(setDiagnostics(view.state, shown));
  }
}

/** Null where the line is another one by now. */
function placeIn(view: EditorView, { line: number, text, from, to, message }: Problem): Diagnostic | null {
  const { doc } = view.state;
  if (number > doc.lines) return null;
  const found = doc.line(number);
  if (found.text !== text) return null;
  return { from: found.from + from, to: found.from + to, severity: 'warning', message };
}
