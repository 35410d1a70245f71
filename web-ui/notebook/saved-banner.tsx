/** When the notebook is not in its file: why, and what a person can do. */

import { line, notebook } from '../page/notebook-state.ts';

/** The reason why saving fails, or the question which version of a changed or moved file to keep. */
export function SavedBanner() {
  const { saved, saveFailure } = notebook.value ?? {};
  if (saved === 'unsaved' && saveFailure !== null) {
    return (
      <div class="banner" role="alert">
        <span>Not saved: {saveFailure}. It is tried again.</span>
        <button type="button" onClick={() => line().send({ op: 'save' })}>
          Try it now
        </button>
      </div>
    );
  }
  if (saved === 'gone') {
    return (
      <div class="banner" role="alert">
        <span>
          The file is not there any more: somebody has renamed or deleted it. What is here is not saved until
          you choose, or it is back.
        </span>
        <Overwrite label="Save it there again" />
      </div>
    );
  }
  if (saved !== 'conflict') return null;
  return (
    <div class="banner" role="alert">
      <span>The file has changed on disk. What is here is not saved until you choose.</span>
      <button type="button" onClick={() => line().send({ op: 'reload' })}>
        Take the file on disk
      </button>
      <Overwrite label="Overwrite it with this" />
    </div>
  );
}

function Overwrite({ label }: { readonly label: string }) {
  return (
    <button type="button" onClick={() => line().send({ op: 'save', overwrite: true })}>
      {label}
    </button>
  );
}
