/** Of which cell, and with which words, runs are shown in the history. */

import type { PastRun } from '../../runtime/index.ts';
import { cellLabel, cellNumber } from '../page/cell-numbers.ts';
import type { WantedRuns } from './run-rows.ts';

interface HistoryFilterProps {
  readonly runs: readonly PastRun[];
  readonly wanted: WantedRuns;
  readonly change: (wanted: WantedRuns) => void;
}

/** The choice. */
export function HistoryFilter({ runs, wanted, change }: HistoryFilterProps) {
  const cells = [...new Set(runs.map(({ cell }) => cell))].toSorted(
    (a, b) => (cellNumber(a) ?? Number.POSITIVE_INFINITY) - (cellNumber(b) ?? Number.POSITIVE_INFINITY),
  );
  return (
    <div class="history-filter">
      <select
        aria-label="Runs of"
        value={wanted.cell}
        onChange={(event) => change({ ...wanted, cell: event.currentTarget.value })}
      >
        <option value="all">All cells</option>
        <option value="selected">The selected cell</option>
        {cells.map((cell) => (
          <option key={cell} value={cell}>
            {cellLabel(cell)}
          </option>
        ))}
      </select>
      <input
        type="search"
        placeholder="Search the code"
        aria-label="Search the code"
        value={wanted.words}
        onInput={(event) => change({ ...wanted, words: event.currentTarget.value })}
      />
    </div>
  );
}
