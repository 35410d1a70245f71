/** When the file has changed on disk: what a person can do. */

import { line, notebook } from '../page/notebook-state.ts';

/** The question which of the two to keep. */
export function SavedBanner() {
  if (notebook.value?.saved !== 'conflict') return null;
  return (
    <div class="banner" role="alert">
      <span>The file has changed on disk. What is here is not saved until you choose.</span>
      <button type="button" onClick={() => line().send({ op: 'reload' })}>
        Take the file on disk
      </button>
      <button type="button" onClick={() => line().send({ op: 'save', overwrite: true })}>
        Overwrite it with this
      </button>
    </div>
  );
}
