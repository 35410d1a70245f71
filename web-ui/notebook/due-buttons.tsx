/**
 * Buttons for due actions on cells: take stored results, run cells that are out of date, go to failed ones. They come and go, so
 * they stand where nothing else moves because of them.
 */

import { useComputed } from '@preact/signals';
import type { CellView, PlanView } from '../../runtime/index.ts';
import { keyLabel } from '../keyboard/key-name.ts';
import { menuText } from '../languages/menu-text.ts';
import { cellSignal, notebook, order } from '../page/notebook-state.ts';
import { PROBLEM, resume, runStale } from '../page/run-actions.ts';
import { goToNext } from '../page/selection.ts';
import { useExpectedTime } from './expected-time.ts';

export function DueButtons() {
  return (
    <div class="due-buttons">
      <ResumeButton />
      <StaleButton />
      <ProblemButton />
    </div>
  );
}

/** Takes stored results; visible only if cells that have not run may get some. */
function ResumeButton() {
  const some = useComputed(() => order.value.some((id) => isWaiting(cellSignal(id)?.value))).value;
  if (!some) return null;
  return (
    <button
      type="button"
      class="stale-button"
      title={menuText('Resume: take stored results, run the other cells')}
      onClick={resume}
    >
      {menuText('Resume')}
    </button>
  );
}

function isWaiting(cell: CellView | undefined): boolean {
  return cell?.stored?.restored === false && cell.state !== 'queued' && cell.state !== 'running';
}

/** Runs cells that are out of date; visible only if some of them can run. */
function StaleButton() {
  const { plan, update } = notebook.value ?? {};
  if (plan === undefined || update === undefined || update.cells.length === 0) return null;
  return <UpdateButton plan={plan} update={update} />;
}

function UpdateButton({ plan, update }: { plan: PlanView; update: PlanView }) {
  const time = useExpectedTime([plan, update]);
  const count = update.cells.length;
  const many = menuText('Update {count} cells').replace('{count}', String(count));
  return (
    <button
      type="button"
      class="stale-button"
      title={`${menuText('Run everything that is out of date')} (${keyLabel('Ctrl+Shift+Enter')})${time}`}
      onClick={() => void runStale()}
    >
      {count === 1 ? menuText('Update 1 cell') : many}
    </button>
  );
}

/** Goes from one failed or gated cell to the next; visible only if there are any. */
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
