/** Shift+Tab: the kernel's facts about the name at the cursor, in a card. */

import type { EditorView } from '@codemirror/view';
import { ansiText } from '../outputs/ansi-text.ts';
import { line } from '../page/notebook-state.ts';
import { removeCard, showCard } from './card.ts';

/** Shows or removes the card. */
export function toggleInspection(view: EditorView): boolean {
  if (removeCard(view)) return true;
  const pos = view.state.selection.main.head;
  void line()
    .ask({ ask: 'inspect', code: view.state.doc.toString(), cursor: pos })
    .then((answer) => {
      if (answer.to !== 'inspect' || view.state.selection.main.head !== pos) return;
      const text = answer.found ? answer.data['text/plain'] : 'nothing is known of this name';
      const dom = document.createElement('div');
      dom.className = 'inspection';
      dom.append(ansiText(String(text ?? '')));
      showCard(view, pos, dom);
    });
  return true;
}
