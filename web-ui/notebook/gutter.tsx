/**
 * The left edge of a code cell: its state as a thin bar with the reason, its number in the notebook,
 * Jupyter's number of its run, and a button to run it, which covers neither number.
 */

import { useComputed } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { Icon } from '../icons.tsx';
import { cellNumber } from '../page/cell-numbers.ts';
import { notebook } from '../page/notebook-state.ts';
import { isPlain } from '../page/of-python.ts';
import { interrupt, runAlone, runCells } from '../page/run-actions.ts';
import { endPreview, previewRun } from '../page/run-preview.ts';
import { Elapsed } from './elapsed.tsx';
import { ProblemMark } from './problem-mark.tsx';
import { stateText } from './state-words.ts';

export function Gutter({ cell }: { cell: CellView }) {
  const text = stateText(cell);
  return (
    <div class="gutter">
      <span class={`state-bar state-${cell.state}`} title={text} role="img" aria-label={text} />
      {cell.refresher && <span class="refresher" title="Running it brings other cells up to date" />}
      <ProblemMark id={cell.id} />
      <RunButton cell={cell} />
      <CellNumber id={cell.id} />
      <span class="run-facts">
        <Count cell={cell} />
        <Elapsed cell={cell} />
      </span>
    </div>
  );
}

/** The number that names the cell everywhere. */
export function CellNumber({ id }: { id: string }) {
  const number = useComputed(() => cellNumber(id)).value;
  return (
    <span class="cell-number" title={`Cell ${number}`}>
      {number}
    </span>
  );
}

/** Jupyter's number of its last run, or its place in the queue. */
function Count({ cell }: { cell: CellView }) {
  const place = useComputed(() => notebook.value?.plan.cells.indexOf(cell.id) ?? -1).value;
  if (cell.state === 'running') return <span class="count">[∗]</span>;
  if (place >= 0) {
    const turn = place === 0 ? 'next' : `${ordinal(place + 1)}`;
    return (
      <span class="count" title={`Waits to run: ${turn} in the queue`}>
        {turn}
      </span>
    );
  }
  if (cell.executionCount === null) return null;
  return (
    <span class="count" title={`In [${cell.executionCount}]: how often the kernel had run something`}>
      [{cell.executionCount}]
    </span>
  );
}

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`;
}

function RunButton({ cell }: { cell: CellView }) {
  const busy = cell.state === 'running';
  const run = (event: MouseEvent) => {
    if (busy) interrupt();
    else if (event.altKey) runAlone([cell.id]);
    else runCells([cell.id]);
  };
  return (
    <button
      type="button"
      class="icon run"
      title={
        busy ? 'Interrupt' : isPlain.value ? 'Run this cell' : 'Run this cell (with Alt: only this cell)'
      }
      aria-label={busy ? 'Interrupt' : 'Run this cell'}
      tabIndex={-1}
      onMouseEnter={() => busy || isPlain.peek() || previewRun(cell.id)}
      onMouseLeave={() => endPreview()}
      onClick={run}
    >
      <Icon name={busy ? 'stop' : 'run'} />
    </button>
  );
}
