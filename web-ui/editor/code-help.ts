/** Help at a name: facts on hover, its definition, all uses, another name. Their code is loaded when a person asks. */

import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { active } from '../page/selection.ts';
import { cardField, removeCard } from './card.ts';
import { editorOf } from './editors.ts';

const HOVER_MS = 450;

type NameActions = typeof import('./name-actions.ts');
type NameAction = 'goToDefinition' | 'showUses' | 'renameHere';

/** Does something at the name under the cursor of the active cell. */
export function atName(action: NameAction): void {
  const cell = active.peek();
  const view = cell === null ? undefined : editorOf(cell);
  if (cell !== null && view !== undefined) doAtName(action, cell, view);
}

function doAtName(action: NameAction, cell: string, view: EditorView): void {
  void import('./name-actions.ts').then((actions: NameActions) => actions[action](cell, view));
}

/** Help in the editor of a cell. */
export function codeHelp(cell: string): Extension {
  return [
    cardField,
    hoverTooltip(async (view, pos) => (await import('./hover-facts.ts')).factsAt(cell, view, pos), {
      hoverTime: HOVER_MS,
      hideOnChange: true,
    }),
    keymap.of([{ key: 'Escape', run: removeCard }]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const pos = event.ctrlKey || event.metaKey ? view.posAtCoords(event) : null;
        if (pos === null || event.button !== 0) return false;
        view.dispatch({ selection: { anchor: pos } });
        doAtName('goToDefinition', cell, view);
        return true;
      },
    }),
  ];
}
