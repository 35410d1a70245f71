/** The name of the notebook, which a person can change while it is open. */

import { changeFiles } from '../files/files-api.ts';
import { NameField } from '../files/name-field.tsx';
import { notebookPath } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';
import { renaming } from '../page/page-parts.ts';
import { notebookName } from '../page/place.ts';

/** The name; a click starts changing it. */
export function NotebookTitle() {
  const path = notebookPath.value;
  const name = notebookName(path);
  if (renaming.value) return <NameField name={name} done={(wanted) => rename(path, wanted)} />;
  return (
    <h1>
      <button
        type="button"
        class="title"
        title={`${path}: rename`}
        onClick={() => {
          renaming.value = true;
        }}
      >
        {name}
      </button>
    </h1>
  );
}

async function rename(path: string, wanted: string | null): Promise<boolean> {
  try {
    if (wanted !== null) {
      const ending = /\.py$/i.test(path) ? '.py' : '.ipynb';
      const name = wanted.toLowerCase().endsWith(ending) ? wanted : `${wanted}${ending}`;
      await changeFiles({ op: 'rename', path, name });
    }
    renaming.value = false;
    return true;
  } catch (error) {
    say((error as Error).message, 'problem');
    return false;
  }
}
