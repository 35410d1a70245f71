/**
 * Marks problems in a cell's text. The server finds problems; this file decides when to show them: not in the middle of a
 * word, and only where the text is still the checked text.
 */

import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { effect } from '@preact/signals';
import type { Problem } from '../../runtime/index.ts';
import { mend } from '../page/mend.ts';
import { askForProblems, problemsOf } from '../page/problems.ts';

/** After the last key. */
const PAUSE_MS = 500;
/** For problems at the cursor, where the person may be typing. */
const LONG_PAUSE_MS = 2_500;

/** Follows the problems of a cell. */
export function problemMarks(cell: string): Extension {
  return ViewPlugin.define((view) => new ProblemMarks(view, cell));
}

class ProblemMarks implements PluginValue {
  readonly #view: EditorView;
  readonly #cell: string;
  readonly #stop: () => void;
  #typed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = '[]';

  constructor(view: EditorView, cell: string) {
    this.#view = view;
    this.#cell = cell;
    this.#stop = effect(() => {
      problemsOf(cell);
      const quiet = this.#typed + PAUSE_MS - Date.now();
      this.#soon(Math.max(0, quiet));
    });
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) {
      this.#typed = Date.now();
      askForProblems();
    }
    if (update.docChanged || update.focusChanged || update.selectionSet) this.#soon(PAUSE_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #soon(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(problemsOf(this.#cell)), pause);
  }

  #show(found: readonly Problem[]): void {
    const view = this.#view;
    const { head } = view.state.selection.main;
    const writing = view.hasFocus && Date.now() - this.#typed < LONG_PAUSE_MS;
    const placed = found.flatMap((problem) => placeIn(view, problem) ?? []);
    const shown = placed.filter(({ from, to }) => !writing || head < from || head > to);
    if (shown.length < placed.length) this.#soon(LONG_PAUSE_MS);
    const key = JSON.stringify(shown);
    // marks that are drawn anew under the mouse take their words away
    if (key === this.#shown) return;
    this.#shown = key;
    view.dispatch(setDiagnostics(view.state, shown));
  }
}

/** Null without a position in the text, or on a changed line. */
function placeIn(view: EditorView, problem: Problem): Diagnostic | null {
  const { line: number, text, from, to, message, severity, fix } = problem;
  const { doc } = view.state;
  if (number === null || number > doc.lines) return null;
  const found = doc.line(number);
  if (found.text !== text) return null;
  const actions = fix === null ? {} : { actions: [{ name: fix.title, apply: () => void mend(problem) }] };
  return { from: found.from + from, to: found.from + to, severity, message, ...actions };
}
