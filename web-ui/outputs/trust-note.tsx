/** Notes in place of held-back content, with a button to trust the notebook. */

import { trust } from '../page/trust.ts';

/** Scripts did not run. */
export function TrustNote() {
  return <Note what="This output has scripts that did not run here." />;
}

/** Images and the like were not loaded. `allow`: loads them, where no notebook has to be trusted. */
export function ElsewhereNote({ allow }: { allow?: (() => void) | undefined }) {
  return <Note what="Something here is on another server, and was not loaded." allow={allow} />;
}

function Note({ what, allow }: { what: string; allow?: (() => void) | undefined }) {
  return (
    <p class="trust-note">
      {what}{' '}
      <button type="button" class="link" onClick={allow ?? trust}>
        {allow === undefined ? 'Trust this notebook' : 'Load it'}
      </button>
    </p>
  );
}
