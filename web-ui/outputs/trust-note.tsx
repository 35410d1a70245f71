/** Notes in place of held-back content, with a button to trust the notebook. */

import { trust } from '../page/trust.ts';

/** Scripts did not run. */
export function TrustNote() {
  return <Note what="This output has scripts that did not run here." />;
}

/** Images and the like were not loaded. */
export function ElsewhereNote() {
  return <Note what="Something here is on another server, and was not loaded." />;
}

function Note({ what }: { what: string }) {
  return (
    <p class="trust-note">
      {what}{' '}
      <button type="button" class="link" onClick={trust}>
        Trust this notebook
      </button>
    </p>
  );
}
