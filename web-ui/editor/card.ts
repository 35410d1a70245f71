/** One card over an editor at a time: facts, uses, a new name. A change of the text or the cursor removes the card. */

import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';

const setCard = StateEffect.define<Tooltip | null>();

/** The place of the card. */
export const cardField = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows a card at a position. */
export function showCard(view: EditorView, pos: number, dom: HTMLElement): void {
  view.dispatch({ effects: setCard.of({ pos, above: true, create: () => ({ dom }) }) });
}

/** Removes the card; false: there is none. */
export function removeCard(view: EditorView): boolean {
  if (view.state.field(cardField, false) == null) return false;
  view.dispatch({ effects: setCard.of(null) });
  return true;
}
