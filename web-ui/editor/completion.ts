/**
 * Completions as one types and on Tab. The server joins the kernel, static analysis and jedi. On Tab a single match is inserted;
 * while one types nothing is chosen, so that Enter begins a new line.
 */

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  currentCompletions,
  selectedCompletion,
  setSelectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { line } from '../page/notebook-state.ts';
import { settings } from '../settings/settings.ts';

/** The editors whose person has pressed Tab, until the list is there. */
const asked = new WeakSet<EditorView>();

/** After a word, a dot, a quote or a path: elsewhere typing asks for nothing. */
const TYPED = /(?:[\p{L}_%][\p{L}\p{N}_]*|\.|["'][^"'\n]*)$/u;
/** More of a line is not looked at: data in a string can have a million characters. */
const LONGEST_BEFORE = 300;

/** A number is not completed. */
const NUMBER = /(?:^|[^\p{L}\p{N}_])\d[\p{L}\p{N}_.]*$/u;

/** Completions for the editor of a cell; `cell`: null for code that comes after all cells. */
export function completions(cell: string | null): Extension {
  return [
    autocompletion({
      override: [(context) => completionsAt(cell, context)],
      selectOnOpen: false,
      interactionDelay: 0,
      maxRenderedOptions: 80,
    }),
    EditorView.updateListener.of(({ view, state }) => {
      if (!asked.has(view) || completionStatus(state) !== 'active') return;
      asked.delete(view);
      const isSingle = currentCompletions(state).length === 1;
      // an editor must not be changed while it changes
      queueMicrotask(() => {
        view.dispatch({ effects: setSelectedCompletion(0) });
        if (isSingle) acceptCompletion(view);
      });
    }),
  ];
}

async function completionsAt(
  cell: string | null,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const { explicit, pos, state } = context;
  const before = state.sliceDoc(Math.max(state.doc.lineAt(pos).from, pos - LONGEST_BEFORE), pos);
  const isWanted =
    explicit || (settings.peek().helpWhileTyping && TYPED.test(before) && !NUMBER.test(before));
  if (!isWanted) return null;
  const code = state.doc.toString();
  const answer = await line().ask({ ask: 'complete', cell, code, cursor: pos, typed: !explicit });
  // the person has left the text, or run it
  if (context.view?.hasFocus === false) return null;
  if (context.aborted || answer.to !== 'complete' || answer.items.length === 0) return null;
  const typed = code.slice(answer.start, answer.end);
  // the word is whole
  if (!explicit && answer.items.length === 1 && answer.items[0]!.label === typed) return null;
  const options = answer.items.map(({ label, kind, detail }, at) => {
    // columns stay in the order of their table
    const boost = kind === 'column' ? { boost: Math.max(-99, 99 - at) } : {};
    return { label, type: kind, ...boost, ...(detail === undefined ? {} : { detail }) };
  });
  const whole = answer.partial ? {} : { validFor: /^[\p{L}\p{N}_]*$/u };
  return { from: answer.start, to: answer.end, options, ...whole };
}

/** Tab: chooses the first completion of an open list, or opens the list. */
export function completeOnTab(view: EditorView): boolean {
  if (completionStatus(view.state) === 'active') {
    if (selectedCompletion(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
    return acceptCompletion(view);
  }
  asked.add(view);
  return startCompletion(view);
}
