/** The question of `asking.ts` over the page. Enter says yes, Escape says no. */

import { useModal } from '../modal.ts';
import { type Asked, asked } from '../page/asking.ts';

export function ConfirmDialog({ question, yes, run }: Asked) {
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
        <button
          type="button"
          class="primary"
          onClick={() => {
            close();
            run();
          }}
        >
          {yes}
        </button>
      </div>
    </dialog>
  );
}
