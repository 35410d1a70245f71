/** Questions of running cells (`input()`, `getpass()`) that wait for a person, in any page. They are not saved. */

import type { InputPrompt } from '../../kernel/index.ts';
import type { CellView } from '../messages/notebook-views.ts';

/** The open questions of a notebook, one a cell. */
export class Prompts {
  readonly #changed: (cell: string) => void;
  readonly #open = new Map<
    string,
    { readonly prompt: InputPrompt; readonly answer: (value: string) => void }
  >();

  /** `changed`: the prompt of a cell has changed. */
  constructor(changed: (cell: string) => void) {
    this.#changed = changed;
  }

  /** Waits for a person's answer. */
  ask(cell: string, prompt: InputPrompt): Promise<string> {
    return new Promise((answer) => {
      this.#open.set(cell, { prompt, answer });
      this.#changed(cell);
    });
  }

  /** Answers; false when the cell asks nothing. */
  answer(cell: string, value: string): boolean {
    const open = this.#open.get(cell);
    if (open === undefined) return false;
    this.cancel(cell);
    open.answer(value);
    return true;
  }

  /** Withdraws the question, because the run is over. */
  cancel(cell: string): void {
    if (this.#open.delete(cell)) this.#changed(cell);
  }

  /** The prompt for pages. */
  view(cell: string): CellView['prompt'] {
    const prompt = this.#open.get(cell)?.prompt;
    return prompt === undefined ? null : { text: prompt.prompt, password: prompt.password };
  }
}
