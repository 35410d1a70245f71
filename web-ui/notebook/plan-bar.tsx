/**
 * The plan at the bottom of the page: the number of cells, the expected seconds, and a stop button. While a
 * person points at a run button, the plan of this run.
 */

import type { PlanView } from '../../runtime/index.ts';
import { cellNumber } from '../page/cell-numbers.ts';
import { notebook } from '../page/notebook-state.ts';
import { interrupt } from '../page/run-actions.ts';
import { runPreview } from '../page/run-preview.ts';
import { reveal, select } from '../page/selection.ts';
import { useExpectedTime } from './expected-time.ts';

/** The plan, while there is one. */
export function PlanBar() {
  const preview = runPreview.value;
  const plan = notebook.value?.plan;
  if (preview !== null) return <Preview plan={preview} />;
  if (plan === undefined || plan.cells.length === 0) return null;
  return <Waiting plan={plan} />;
}

function Preview({ plan }: { plan: PlanView }) {
  const { cells } = plan;
  const time = useExpectedTime([plan]);
  return (
    <div class="plan-bar preview">
      <span>
        Would run {cells.length === 1 ? '1 cell' : `up to ${cells.length} cells`}: {numbersOf(cells)}
        {time}
      </span>
      {cells.length > 1 && <span class="plan-hint">Alt+click: only this cell</span>}
    </div>
  );
}

const MOST_NUMBERS = 8;

/** The numbers of cells, in their order. */
function numbersOf(cells: readonly string[]): string {
  const numbers = cells.slice(0, MOST_NUMBERS).map((id) => String(cellNumber(id)));
  const rest = cells.length - numbers.length;
  return rest > 0 ? `${numbers.join(', ')} and ${rest} more` : numbers.join(', ');
}

function Waiting({ plan }: { plan: PlanView }) {
  const many = plan.cells.length === 1 ? '1 cell waits' : `${plan.cells.length} cells wait`;
  const time = useExpectedTime([plan]);
  const next = plan.cells[0]!;
  return (
    <div class="plan-bar" role="status">
      <button
        type="button"
        class="link"
        onClick={() => {
          select(next);
          reveal(next, 'center');
        }}
      >
        {many}
        {time}
      </button>
      <button type="button" onClick={interrupt}>
        Stop
      </button>
    </div>
  );
}
