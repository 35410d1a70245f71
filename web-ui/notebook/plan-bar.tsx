/** What is going to run, at the bottom of the page: how many cells, the seconds expected, and how to stop it. */

import { notebook } from '../page/notebook-state.ts';
import { interrupt } from '../page/run-actions.ts';
import { reveal, select } from '../page/selection.ts';

/** The plan, while there is one. */
export function PlanBar() {
  const plan = notebook.value?.plan;
  if (plan === undefined || plan.cells.length === 0) return null;
  const many = plan.cells.length === 1 ? '1 cell waits' : `${plan.cells.length} cells wait`;
  const seconds =
    plan.seconds === null ? '' : `, about ${plan.seconds < 1 ? '1' : Math.round(plan.seconds)} s`;
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
        {seconds}
      </button>
      <button type="button" onClick={interrupt}>
        Stop
      </button>
    </div>
  );
}
