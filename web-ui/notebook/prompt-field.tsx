/** The field in which a person answers `input()` or `getpass()`. */

import { useRef } from 'preact/hooks';
import type { CellView } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';

/** The prompt of a running cell. The code that brings it into view gives it the focus. */
export function PromptField({ cell, prompt }: { cell: string; prompt: NonNullable<CellView['prompt']> }) {
  const field = useRef<HTMLInputElement>(null);
  const answer = (event: Event) => {
    event.preventDefault();
    line().send({ op: 'input', cell, value: field.current?.value ?? '' });
  };
  return (
    <form class="prompt" onSubmit={answer}>
      <div class="prompt-field">
        <span id={`prompt-${cell}`}>{prompt.text || 'Input'}</span>
        {prompt.password ? (
          <input ref={field} aria-labelledby={`prompt-${cell}`} type="password" autocomplete="off" />
        ) : (
          <input
            ref={field}
            aria-labelledby={`prompt-${cell}`}
            type="text"
            autocomplete="off"
            spellcheck={false}
          />
        )}
      </div>
      <button type="submit">Answer</button>
    </form>
  );
}
