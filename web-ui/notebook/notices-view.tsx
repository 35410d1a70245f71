/** The short messages of `notices.ts` on the page. */

import { dismiss, notices } from '../page/notices.ts';

/** Messages, newest last. */
export function Notices() {
  return (
    <div class="notices" role="log" aria-live="polite" aria-label="Messages">
      {notices.value.map(({ id, text, kind, action }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          {action !== null && (
            <button
              type="button"
              class="link"
              onClick={() => {
                action.run();
                dismiss(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
