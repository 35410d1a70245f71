/** The steps of a presentation: one for each heading of the first two levels, with the cells below it. It shows nothing. */

import { computed, signal } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { isHidden } from './cell-display.ts';
import { headingLevel } from './folded-headings.ts';
import { cellSignal, order } from './notebook-state.ts';
import { overlay } from './page-parts.ts';
import { active, reveal, select } from './selection.ts';

const DEEPEST = 2;

/** The position of the shown step, from 0. */
const at = signal(0);

/** Whether code is shown as well. */
export const presentsCode = signal(false);

/** The cells of each step; a step has a text or an output. */
export const steps = computed<readonly (readonly string[])[]>(() => {
  const found: string[][] = [[]];
  const isShown: boolean[] = [false];
  for (const id of order.value) {
    const cell = cellSignal(id)?.value;
    if (cell === undefined) continue;
    if ((headingLevel(cell) ?? DEEPEST + 1) <= DEEPEST) {
      found.push([]);
      isShown.push(false);
    }
    found.at(-1)!.push(id);
    if (hasContent(cell)) isShown[found.length - 1] = true;
  }
  return found.filter((_, index) => isShown[index]);
});

/** The position of the shown step, from 0; a notebook may have become shorter. */
export const stepAt = computed(() => Math.max(0, Math.min(at.value, steps.value.length - 1)));

function hasContent(cell: CellView): boolean {
  if (cell.type === 'code') return cell.outputs.length > 0 && !isHidden(cell, 'outputs');
  return cell.type === 'markdown' && cell.source.trim() !== '';
}

/** Begins with the step of the selected cell. */
export function present(): void {
  const id = active.peek();
  at.value = Math.max(
    0,
    steps.peek().findIndex((cells) => id !== null && cells.includes(id)),
  );
  overlay.value = 'presentation';
}

/** Goes to another step, if there is one. */
export function goToStep(step: number): void {
  at.value = Math.max(0, Math.min(step, steps.peek().length - 1));
}

/** Ends; the first cell of the shown step is selected. */
export function endPresentation(): void {
  const id = steps.peek()[stepAt.peek()]?.[0];
  overlay.value = null;
  if (id === undefined) return;
  select(id);
  // the cells are drawn again first
  setTimeout(() => reveal(id, 'start'));
}
