/** The language of the notebook's code in editors: Python is there at once, others are loaded. */

import { python } from '@codemirror/lang-python';
import { Compartment, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { effect } from '@preact/signals';
import { isPlain, language } from '../page/of-python.ts';

const compartment = new Compartment();

/** The language at the beginning. */
export function cellLanguage(): Extension {
  return compartment.of(isPlain.peek() ? [] : python());
}

/** Lets an editor follow the language of the notebook; returns a function to stop. */
export function followLanguage(view: EditorView): () => void {
  let shown: string | null = null;
  return effect(() => {
    const name = isPlain.value ? (language.value ?? '') : null;
    if (name === shown) return;
    shown = name;
    const show = (extension: Extension): void => {
      if (shown === name) view.dispatch({ effects: compartment.reconfigure(extension) });
    };
    if (name === null) show(python());
    else
      void import('../documents/text-language.ts')
        .then(({ languageNamed }) => languageNamed(name))
        .then(show);
  });
}
