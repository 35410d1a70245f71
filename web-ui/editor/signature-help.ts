/** The signature of the call whose arguments are typed, above the line. It goes when the call ends, or on Escape. */

import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  EditorView,
  keymap,
  type PluginValue,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { CodeSignature } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';
import { settings } from '../settings/settings.ts';

const PAUSE_MS = 120;
/** A call does not reach further back. */
const FARTHEST = 3_000;

const setSignature = StateEffect.define<Tooltip | null>();

const field = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSignature)) return effect.value;
    return value === null ? null : { ...value, pos: transaction.changes.mapPos(value.pos, -1) };
  },
  provide: (tooltip) => showTooltip.from(tooltip),
});

/** Follows the typing in an editor. */
export function signatureHelp(cell: string | null): Extension {
  const plugin = ViewPlugin.define((view) => new SignatureHelp(view, cell));
  const ask = (view: EditorView): boolean => {
    view.plugin(plugin)?.ask(0);
    return true;
  };
  // one Escape also closes the list of completions, which has its own key
  const close = (event: KeyboardEvent, view: EditorView): boolean => {
    if (event.key === 'Escape') view.plugin(plugin)?.close();
    return false;
  };
  return [
    field,
    plugin,
    Prec.highest(EditorView.domEventHandlers({ keydown: close })),
    Prec.high(keymap.of([{ key: 'Ctrl-Shift-Space', run: ask }])),
  ];
}

class SignatureHelp implements PluginValue {
  readonly #view: EditorView;
  readonly #cell: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, cell: string | null) {
    this.#view = view;
    this.#cell = cell;
  }

  update(update: ViewUpdate): void {
    const isShown = this.#view.state.field(field) !== null;
    if (update.focusChanged && !this.#view.hasFocus && isShown) this.#later(() => this.close());
    const isTyped = update.transactions.some(
      (each) => each.isUserEvent('input') || each.isUserEvent('delete'),
    );
    if (!update.selectionSet && !update.docChanged) return;
    if (!isShown && !(isTyped && settings.peek().helpWhileTyping)) return;
    if (openCall(this.#view) === null) {
      if (isShown) this.#later(() => this.close());
    } else this.ask(PAUSE_MS);
  }

  /** Asks after a pause. */
  ask(pause: number): void {
    this.#later(() => void this.#show(), pause);
  }

  /** Removes the signature. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#view.state.field(field) === null) return;
    this.#view.dispatch({ effects: setSignature.of(null) });
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #later(action: () => void, pause = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, pause);
  }

  async #show(): Promise<void> {
    const view = this.#view;
    const open = openCall(view);
    if (open === null) return;
    const cursor = view.state.selection.main.head;
    const code = view.state.doc.toString();
    const answer = await line().ask({ ask: 'signature', cell: this.#cell, code, cursor });
    // a newer question follows
    if (view.state.selection.main.head !== cursor || openCall(view) !== open || !view.hasFocus) return;
    const [first] = answer.to === 'signature' ? answer.signatures : [];
    if (first === undefined) {
      this.close();
      return;
    }
    const create = () => ({ dom: drawSignature(first) });
    view.dispatch({ effects: setSignature.of({ pos: open, above: true, create }) });
  }
}

/** The bracket of the innermost call around the cursor; null: there is none. Strings count as code. */
function openCall({ state }: EditorView): number | null {
  const { head } = state.selection.main;
  const start = Math.max(0, head - FARTHEST);
  const text = state.sliceDoc(start, head);
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const letter = text[at]!;
    if (')]}'.includes(letter)) depth += 1;
    else if ('([{'.includes(letter) && depth > 0) depth -= 1;
    else if (letter === '(' && /[\w)\]]/.test(text[at - 1] ?? '') && !isDefinition(text, at))
      return start + at;
    else if (letter === '{') return null;
  }
  return null;
}

function isDefinition(text: string, open: number): boolean {
  return /\b(?:def|class)\s+\w+$/.test(text.slice(0, open));
}

function drawSignature({ name, parameters, active, doc }: CodeSignature): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'signature';
  const code = document.createElement('code');
  code.append(`${name}(`);
  for (const [at, parameter] of parameters.entries()) {
    const part = document.createElement(at === active ? 'b' : 'span');
    part.textContent = parameter;
    code.append(part, at < parameters.length - 1 ? ', ' : '');
  }
  code.append(')');
  dom.append(code);
  const [sentence] = doc.trim().split(/\n\s*\n/);
  if (sentence !== undefined && sentence !== '') {
    const note = document.createElement('p');
    note.textContent = sentence;
    dom.append(note);
  }
  return dom;
}
