/**
 * What is going to run, at the bottom of the page: how many cells, the seconds expected, and how to stop it. While a person points at
 * a run button, what that would run.
 */

import type { PlanView } from '../../runtime/index.ts';
import { notebook } from '../page/notebook-state.ts';
import { interrupt } from '../page/run-actions.ts';
import { runPreview } from '../page/run-preview.ts';
import { reveal, select } from '../page/selection.ts';

/** The plan, while there is one. */
export function PlanBar() {
  const preview = runPreview.value;
  const plan = notebook.value?.plan;
  if (preview !== null) {
    const { cells } = preview;
    return (
      <div class="plan-bar preview">
        <span>
          Would run {cells.length === 1 ? '1 cell' : `up to ${cells.length} cells`}
          {inSeconds(preview)}
        </span>
        {cells.length > 1 && <span class="plan-hint">Alt+click: only this cell</span>}
      </div>
    );
  }
  if (plan === undefined || plan.cells.length === 0) return null;
  const many = plan.cells.length === 1 ? '1 cell waits' : `${plan.cells.length} cells wait`;
  const seconds = inSeconds(plan);
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

function inSeconds({ seconds }: PlanView): string {
  if (seconds === null) return '';
  return seconds < 1 ? ', less than a second' : `, about ${Math.round(seconds)} s`;
}
