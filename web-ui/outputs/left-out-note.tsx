/** Stands in the place of outputs that were left out because there were too many; offers to have all of them in a file. */

import { notebook } from '../page/notebook-state.ts';
import { runWhole } from '../page/run-actions.ts';

/** What is left out, in the words of the kernel's side. */
export function LeftOutNote({ text, cell }: { text: string; cell: string }) {
  // sessions from files are only looked at
  const runs = notebook.value !== null && !/All of it is in /.test(text);
  return (
    <p class="left-out">
      {text}{' '}
      {runs && (
        <button type="button" class="link" onClick={() => runWhole(cell)}>
          Run again, and keep all of it in a file
        </button>
      )}
    </p>
  );
}
