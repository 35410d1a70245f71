/** When the server cannot be reached: what that means for what is typed, and what a person can do. */

import { copyDrafts, isKept } from '../page/drafts.ts';
import {
  lineState,
  notebook,
  stalled,
  stopped,
  unsavedDrafts,
  unsavedRevision,
} from '../page/notebook-state.ts';

const ANEW = 'If Sluice was started again, open the address that the terminal shows';

/** Why nothing happens, while that is so. */
export function ConnectionBanner() {
  void unsavedRevision.value;
  const state = lineState.value;
  const isLost = state === 'broken' || state === 'locked';
  if (notebook.value === null || (!isLost && !stalled.value)) return null;
  const kept = isKept.value
    ? 'What you type is kept in this browser'
    : 'This browser cannot keep what you type';
  return (
    <div class="banner" role="status">
      <span>
        {state === 'locked'
          ? `Sluice was started again: open the new address that the terminal shows, and this page goes on. ${kept}.`
          : !isLost
            ? `Sluice does not answer. ${kept}.`
            : stopped.value
              ? `Sluice was stopped; trying again. ${kept}, and sent then. ${ANEW}.`
              : `The connection to Sluice broke; trying again. ${kept}, and sent then. ${ANEW}.`}
      </span>
      {unsavedDrafts().length > 0 && (
        <button type="button" onClick={copyDrafts}>
          Copy what is not saved
        </button>
      )}
    </div>
  );
}
