/** The history of an open notebook: its runs, with ways to bring code and cells back. */

import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { DeletedCell, PastRun } from '../../runtime/index.ts';
import { cellTitle } from '../../slicer/browser.ts';
import { nextOf } from '../page/cell-actions.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { type CellOperation, perform } from '../page/cell-operations.ts';
import { flushSource } from '../page/edits.ts';
import { cellNow, cellSignal, lineState, order } from '../page/notebook-state.ts';
import { isPlain } from '../page/of-python.ts';
import { active, reveal, select } from '../page/selection.ts';
import { remember } from '../page/undo.ts';
import { undoOrRedo } from '../page/undo-runs.ts';
import { HistoryFilter } from './history-filter.tsx';
import { PastRunView } from './past-run-view.tsx';
import { chosenExec, chosenRun, deletedCells, refreshRuns, runs, undoneRuns } from './past-runs.ts';
import { ALL_RUNS, foundRuns, rowsOf } from './run-rows.ts';
import { Timeline } from './timeline.tsx';
import { UndoButton } from './undo-button.tsx';

export function HistoryPanel() {
  const last = useComputed(() => order.value.map((id) => cellSignal(id)?.value.exec ?? 0).join()).value;
  const cells = order.value;
  const state = lineState.value;
  useEffect(() => {
    if (state === 'open') void refreshRuns();
  }, [last, cells, state]);
  const [wanted, setWanted] = useState(ALL_RUNS);
  const run = chosenRun.value;
  const now = run === null ? null : (cellSignal(run.cell)?.value.source ?? null);
  if (runs.value.length === 0 && deletedCells.value.length === 0) {
    return <p class="panel-note">Runs of this session appear here, with their code and outputs.</p>;
  }
  const found = foundRuns(runs.value, wanted, active.value);
  return (
    <div class="history">
      <HistoryFilter runs={runs.value} wanted={wanted} change={setWanted} />
      <DeletedCells />
      {found.length === 0 && <p class="panel-note">No run is like that.</p>}
      <Timeline
        rows={rowsOf(found, cellLabel, undoneRuns.value).toReversed()}
        chosen={run?.exec ?? null}
        label="Runs, the last one first"
        pressed={(key, exec) => {
          if (key === 'Z' && !isPlain.value) void undoOrRedo(exec);
          return key === 'Z';
        }}
        choose={(exec) => {
          chosenExec.value = exec;
        }}
      />
      {run !== null && (
        <PastRunView key={run.exec} run={run} labelOf={cellLabel} now={now} restore={restore}>
          {!isPlain.value && (
            <UndoButton exec={run.exec} state={`${last} ${undoneRuns.value.has(run.exec)}`} />
          )}
        </PastRunView>
      )}
    </div>
  );
}

function DeletedCells() {
  const gone = deletedCells.value.filter(({ id }) => !order.value.includes(id));
  if (gone.length === 0) return null;
  return (
    <details class="deleted-cells">
      <summary>{gone.length === 1 ? '1 deleted cell' : `${gone.length} deleted cells`}</summary>
      <ul>
        {gone.map((cell) => (
          <li key={cell.id}>
            <code>{cellTitle(cell.source) || 'an empty cell'}</code>
            <button type="button" class="link" onClick={() => bringBack(cell)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Where a cell comes back: below the selected one. */
function belowActive(): string | null {
  const id = active.peek();
  return id === null ? null : nextOf(id);
}

/** Brings code back as an undoable step, and shows the cell. */
function doShown(cell: string, redo: CellOperation, undo: CellOperation): void {
  remember({ undo: [undo], redo: [redo] });
  perform(redo);
  select(cell);
  reveal(cell);
}

/** The deleted cell with its last text and outputs. */
function bringBack({ id, type, source }: DeletedCell): void {
  const insert = { op: 'insert', cell: id, type, source, before: belowActive(), copyOf: id } as const;
  doShown(id, insert, { op: 'delete', cells: [id] });
}

/** Puts the code of a run back into its cell; a deleted cell comes back with the outputs of the run. */
function restore({ cell, exec }: PastRun, source: string): void {
  const there = cellNow(cell);
  if (there === undefined) {
    const before = belowActive();
    const insert = { op: 'insert', cell, type: 'code', source, before, outputsOf: exec } as const;
    doShown(cell, insert, { op: 'delete', cells: [cell] });
    return;
  }
  flushSource(cell);
  doShown(cell, { op: 'rewrite', cell, source }, { op: 'rewrite', cell, source: there.source });
}
