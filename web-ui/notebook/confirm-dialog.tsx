/** The question of `asking.ts` over the page. Enter gives the usual answer, Escape none. */

import { useModal } from '../modal.ts';
import { type Asked, asked } from '../page/asking.ts';

export function ConfirmDialog({ question, answers }: Asked) {
  const dialog = useModal('.primary');
  const close = () => {
    asked.value = null;
  };
  return (
    <dialog ref={dialog} class="confirm" aria-label={question} onClose={close}>
      <p>{question}</p>
      <div class="answers">
        <button type="button" onClick={close}>
          Cancel
        </button>
        {answers.map(({ word, run }, at) => (
          <button
            key={word}
            type="button"
            class={at === answers.length - 1 ? 'primary' : ''}
            onClick={() => {
              close();
              run();
            }}
          >
            {word}
          </button>
        ))}
      </div>
    </dialog>
  );
}
