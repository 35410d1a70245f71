/**
 * A bar at the bottom of the page while a cell waits for an answer. It brings the cell into view, unless the
 * person is writing elsewhere.
 */

import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { cellLabel } from '../page/cell-numbers.ts';
import { cellSignal, order } from '../page/notebook-state.ts';
import { active, cellElement, mode, reveal, select } from '../page/selection.ts';

/** The bar, while a cell asks. */
export function AskingBar() {
  const cell = useComputed(() =>
    order.value.map((one) => cellSignal(one)?.value).find((one) => one?.prompt != null),
  ).value;
  const { id, prompt = null } = cell ?? {};
  useEffect(() => {
    if (id !== undefined && (mode.peek() === 'command' || active.peek() === id)) goTo(id);
  }, [id, prompt]);
  if (id === undefined || prompt === null) return null;
  const label = cellLabel(id);
  return (
    <div class="plan-bar asking-bar" role="status">
      <button type="button" class="link" onClick={() => goTo(id)}>
        {label[0]?.toUpperCase()}
        {label.slice(1)} asks: {prompt.text.trim() || 'an answer is wanted'}
      </button>
    </div>
  );
}

/** The prompt is below the outputs. */
function goTo(id: string): void {
  if (active.peek() !== id || mode.peek() !== 'command') select(id);
  reveal(id);
  // the field may be drawn only when it is in view
  setTimeout(() => {
    const field = cellElement(id)?.querySelector<HTMLInputElement>('.prompt input');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }, 60);
}
