/** A line under a cell that is not settled: its state, the reason in words, and possible actions. */

import { useComputed } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { notebook } from '../page/notebook-state.ts';
import { restart, runAlone, runCells } from '../page/run-actions.ts';
import { isSelected } from '../page/selection.ts';
import { ReasonText } from './reason-text.tsx';
import { stateTitle } from './state-words.ts';

const ALWAYS: ReadonlySet<CellView['state']> = new Set(['gated', 'unsettled', 'stale', 'fresh']);

/** The status of a code cell. Quiet states appear only for the selected cell. */
export function CellStatus({ cell }: { cell: CellView }) {
  const chosen = useComputed(() => isSelected(cell.id)).value;
  const cutOff = useComputed(() => notebook.value?.cutOff.includes(cell.id) ?? false).value;
  // the output of most failed cells shows the failure already
  const hasFailed = cell.state === 'failed' && cell.reasons.length > 0;
  const told = ALWAYS.has(cell.state) || hasFailed || (chosen && cell.state === 'edited');
  if (!told && !cutOff && !cell.frozen && !cell.expensive) return null;
  return (
    <div class="cell-status">
      {told && (
        <span class={`state-words words-${cell.state}`}>
          <b>{stateTitle(cell.state)}</b>
          {cell.reasons.length > 0 && ': '}
          <ReasonText text={cell.reasons.join('; ')} />
        </span>
      )}
      {chosen && (cell.state === 'stale' || cell.state === 'fresh') && (
        <button
          type="button"
          class="link"
          title="Run only this cell, without what it needs or affects"
          onClick={() => runAlone([cell.id])}
        >
          Only this cell
        </button>
      )}
      {cell.state === 'gated' && (
        <button type="button" class="link" onClick={() => runCells([cell.id], true)}>
          Run anyway
        </button>
      )}
      {cell.state === 'unsettled' && (
        <button type="button" class="link" onClick={() => restart(true)}>
          Restart and run all
        </button>
      )}
      {cell.frozen && (
        <span class="tag" title="It runs only when you run it">
          frozen
        </span>
      )}
      {cell.expensive && (
        <span class="tag" title="It is not run without being asked for">
          expensive
        </span>
      )}
      {cutOff && (
        <span class="tag" title="It was not run again: what it reads is the same as before">
          unchanged inputs
        </span>
      )}
    </div>
  );
}
