/** Asks about a typed, unsaved text whose cell has another text by now. */

import { cellLabel } from '../page/cell-numbers.ts';
import { offered, settleDraft } from '../page/drafts.ts';
import { order } from '../page/notebook-state.ts';

/** The first of these drafts. */
export function DraftBanner() {
  const [draft, ...others] = offered.value;
  if (draft === undefined) return null;
  const isThere = order.value.includes(draft.cell);
  const where = isThere
    ? `${cellLabel(draft.cell)}, which has another text now`
    : 'a cell that is not in the file';
  const when = new Date(draft.at).toLocaleString();
  return (
    <div class="banner draft-banner" role="alert">
      <span>
        Not saved on {when}, in {where}
        {others.length > 0 && ` (and ${others.length} more)`}:
      </span>
      <pre>{draft.text}</pre>
      {isThere && (
        <button type="button" onClick={() => settleDraft(draft, 'replace')}>
          Put it there
        </button>
      )}
      <button type="button" onClick={() => settleDraft(draft, 'beside')}>
        {isThere ? 'New cell below' : 'New cell at the end'}
      </button>
      <button type="button" onClick={() => settleDraft(draft, 'drop')}>
        Discard it
      </button>
    </div>
  );
}
