/** Whether the file has the shown notebook. */

import { Icon } from '../icons.tsx';
import { lineState, notebook, stalled, unsavedDrafts, unsavedRevision } from '../page/notebook-state.ts';

const ICONS = {
  Saved: 'done',
  'Saving …': 'more',
  'Not saved': 'problems',
  'Not connected': 'problems',
} as const;

/** One word or two, beside the name of the notebook; an icon if there is no room for words. */
export function SavedMark() {
  if (notebook.value === null) return null;
  const words = savedWords();
  return (
    <span class={`saved saved-${words.split(' ')[0]!.toLowerCase()}`} role="status" title={words}>
      <Icon name={ICONS[words]} />
      <span class="saved-words">{words}</span>
    </span>
  );
}

function savedWords(): keyof typeof ICONS {
  void unsavedRevision.value;
  const { saved, saveFailure } = notebook.value!;
  const isUnsaved = saved !== 'saved' || unsavedDrafts().length > 0;
  if (lineState.value !== 'open') return isUnsaved ? 'Not saved' : 'Not connected';
  if (saved === 'conflict' || saved === 'gone' || saveFailure !== null || stalled.value) return 'Not saved';
  return isUnsaved ? 'Saving …' : 'Saved';
}
