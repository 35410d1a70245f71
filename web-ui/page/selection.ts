/** The selected cells, and whether keys go to cells or into text. */

import { batch, computed, effect, signal } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { followFolds, shownOrder } from './folded-headings.ts';
import { cellsNow, order } from './notebook-state.ts';

export type Mode = 'command' | 'edit';

/** Whether keys are commands for cells, or typed into the active cell. */
export const mode = signal<Mode>('command');

/** The cell for commands. */
export const active = signal<string | null>(null);

/** The other end of a selection of several cells. */
export const anchor = signal<string | null>(null);

/** The selected cells, from top to bottom. */
export const selected = computed<readonly string[]>(() => {
  const ids = order.value;
  const [a, b] = [ids.indexOf(active.value ?? ''), ids.indexOf(anchor.value ?? '')];
  if (a < 0) return active.value === null ? [] : [active.value];
  if (b < 0) return [ids[a]!];
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
});

const selectedSet = computed(() => new Set(selected.value));

/** Whether a cell is selected; a component of its own for this is drawn again only when the answer changes. */
export function isSelected(id: string): boolean {
  return selectedSet.value.has(id);
}

/** Selects one cell. */
export function select(id: string, to: Mode = 'command'): void {
  batch(() => {
    active.value = id;
    anchor.value = id;
    mode.value = to;
  });
}

/** Selects from the anchor to a cell. */
export function extendTo(id: string): void {
  batch(() => {
    active.value = id;
    mode.value = 'command';
  });
}

/** Selects the cell some positions further down (or up), and brings it into view. */
export function step(by: number, extend = false): void {
  const ids = shownOrder.peek();
  const at = ids.indexOf(active.peek() ?? '');
  const next = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
  if (next === undefined) return;
  if (extend) extendTo(next);
  else select(next);
  reveal(next);
}

/** Selects the next cell of a kind, from the top again after the last one. */
export function goToNext(isOne: (cell: CellView) => boolean): void {
  const cells = cellsNow();
  const at = cells.findIndex(({ id }) => id === active.peek());
  const next = [...cells.slice(at + 1), ...cells.slice(0, at + 1)].find(isOne);
  if (next === undefined) return;
  select(next.id);
  reveal(next.id, 'center');
}

export function cellElement(id: string): HTMLElement | null {
  return document.getElementById(`cell-${id}`);
}

/** Gives the focus to the active cell, or to its text where the person types. */
export function focusActive(): void {
  const cell = active.peek() === null ? null : cellElement(active.peek()!);
  const text = mode.peek() === 'edit' ? cell?.querySelector<HTMLElement>('.cm-content') : null;
  (text ?? cell)?.focus({ preventScroll: true });
}

/** Scrolls as little as needed to show a cell. */
export function reveal(id: string, block: ScrollLogicalPosition = 'nearest'): void {
  requestAnimationFrame(() => cellElement(id)?.scrollIntoView({ block }));
}

followFolds(active);

/** When the active cell disappears, the cell in its position becomes active. */
let last: readonly string[] = [];
effect(() => {
  const ids = order.value;
  const id = active.peek();
  if (ids.length > 0 && (id === null || (last.includes(id) && !ids.includes(id)))) {
    const at = id === null ? 0 : last.indexOf(id);
    const next = ids[Math.min(at, ids.length - 1)]!;
    select(next);
  }
  last = ids;
});
