/** The left edge of a code cell: its state as a thin bar with the reason, its number, and a button that runs it. */

import { useComputed } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { Icon } from '../icons.tsx';
import { notebook } from '../page/notebook-state.ts';
import { interrupt, runCells } from '../page/run-actions.ts';
import { endPreview, previewRun } from '../page/run-preview.ts';
import { Elapsed } from './elapsed.tsx';
import { stateText, stateTitle } from './state-words.ts';

/** The gutter. */
export function Gutter({ cell }: { cell: CellView }) {
  const text = stateText(cell);
  const busy = cell.state === 'running';
  const place = useComputed(() => notebook.value?.plan.cells.indexOf(cell.id) ?? -1).value;
  const count = busy ? '∗' : place >= 0 ? `${place + 1}.` : (cell.executionCount ?? '');
  return (
    <div class="gutter">
      <span class={`state-bar state-${cell.state}`} title={text} role="img" aria-label={text} />
      {cell.refresher && <span class="refresher" title="Running it brings other cells up to date" />}
      <span class="count" title={place >= 0 ? `${place + 1} in the queue` : stateTitle(cell.state)}>
        {count}
      </span>
      <Elapsed cell={cell} />
      <button
        type="button"
        class="icon run"
        title={busy ? 'Interrupt' : 'Run this cell'}
        aria-label={busy ? 'Interrupt' : 'Run this cell'}
        tabIndex={-1}
        onMouseEnter={() => busy || previewRun(cell.id)}
        onMouseLeave={() => endPreview()}
        onClick={() => (busy ? interrupt() : runCells([cell.id]))}
      >
        <Icon name={busy ? 'stop' : 'run'} />
      </button>
    </div>
  );
}
