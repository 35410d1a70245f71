/** A banner while the server is not reachable: the consequences for typed text, and possible actions. */

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

/** The reason why nothing happens. */
export function ConnectionBanner() {
  void unsavedRevision.value;
  const words = connectionWords();
  if (notebook.value === null || words === null) return null;
  return (
    <div class="banner" role="status">
      <span>{words}</span>
      {unsavedDrafts().length > 0 && (
        <button type="button" onClick={copyDrafts}>
          Copy what is not saved
        </button>
      )}
    </div>
  );
}

function connectionWords(): string | null {
  const kept = isKept.value
    ? 'What you type is kept in this browser'
    : 'This browser cannot keep what you type';
  const state = lineState.value;
  if (state === 'locked')
    return `Sluice was started again: open the new address that the terminal shows, and this page goes on. ${kept}.`;
  if (state === 'broken') {
    const what = stopped.value ? 'Sluice was stopped' : 'The connection to Sluice broke';
    return `${what}; trying again. ${kept}, and sent then. ${ANEW}.`;
  }
  return stalled.value ? `Sluice does not answer. ${kept}.` : null;
}
