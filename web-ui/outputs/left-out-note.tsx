/** Stands in place of outputs omitted because of their size; offers to write all of them to a file. */

import { notebook } from '../page/notebook-state.ts';
import { isApp } from '../page/place.ts';
import { runWhole } from '../page/run-actions.ts';

/** The description of the omitted part, in the kernel side's words. */
export function LeftOutNote({ text, cell }: { text: string; cell: string }) {
  // sessions from files only show
  const runs = notebook.value !== null && !isApp() && !/All of it is in /.test(text);
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
