/**
 * Buttons for what is to be done about cells: run those that are out of date, look at those that failed. They come and go, so they stand
 * where nothing moves for them.
 */

import { useComputed } from '@preact/signals';
import { keyLabel } from '../keyboard/key-name.ts';
import { cellSignal, order } from '../page/notebook-state.ts';
import { isOutOfDate, PROBLEM, runStale } from '../page/run-actions.ts';
import { goToNext } from '../page/selection.ts';

/** The buttons. */
export function DueButtons() {
  return (
    <div class="due-buttons">
      <StaleButton />
      <ProblemButton />
    </div>
  );
}

/** Runs what is out of date; only there when something is. */
function StaleButton() {
  const count = useComputed(
    () => order.value.flatMap((id) => cellSignal(id)?.value ?? []).filter(isOutOfDate).length,
  );
  if (count.value === 0) return null;
  const cells = count.value === 1 ? '1 cell' : `${count.value} cells`;
  return (
    <button
      type="button"
      class="stale-button"
      title={`Run everything that is out of date (${keyLabel('Ctrl+Shift+Enter')})`}
      onClick={() => void runStale()}
    >
      Update {cells}
    </button>
  );
}

/** Goes from one cell that failed or is held back to the next; only there when there are some. */
function ProblemButton() {
  const count = useComputed(() => {
    const states = order.value.map((id) => cellSignal(id)?.value.state ?? 'settled');
    const failed = states.filter((state) => state === 'failed').length;
    return { failed, held: states.filter((state) => PROBLEM.has(state)).length - failed };
  });
  const { failed, held } = count.value;
  if (failed + held === 0) return null;
  const words = [...(failed > 0 ? [`${failed} failed`] : []), ...(held > 0 ? [`${held} held back`] : [])];
  return (
    <button
      type="button"
      class="problem-button"
      title="Go to the next one"
      onClick={() => goToNext(({ state }) => PROBLEM.has(state))}
    >
      {words.join(', ')}
    </button>
  );
}
