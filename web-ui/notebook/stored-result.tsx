/** A line under a cell whose outputs are a stored result, or that may get one. */

import type { CellView } from '../../runtime/index.ts';
import { momentText } from '../history/when.ts';
import { menuText } from '../languages/menu-text.ts';
import { runCells } from '../page/run-actions.ts';
import { duration } from './state-words.ts';

/** The line; nothing while the cell runs or waits to run. */
export function StoredResult({ cell }: { cell: CellView }) {
  const { stored, state } = cell;
  if (stored === null || state === 'running' || state === 'queued') return null;
  const { restored, at, ms } = stored;
  const computed = `computed ${momentText(at, Date.now())}, took ${duration(ms)}`;
  return (
    <div class="cell-status stored-result">
      <span title={new Date(at).toLocaleString()}>
        {restored ? 'Restored' : 'Has a result'}: {computed}
      </span>
      {restored && (
        <button
          type="button"
          class="link"
          title="Run this cell in the kernel, and take no stored result for it"
          onClick={() => runCells([cell.id])}
        >
          {menuText('Run it really')}
        </button>
      )}
    </div>
  );
}
