/** Moving cells with the pointer. The keyboard has Ctrl+Shift+↑ and ↓. */

import { moveTo } from '../page/cell-actions.ts';
import { order } from '../page/notebook-state.ts';
import { cellElement, select, selected } from '../page/selection.ts';

/** Begins to move a cell, or the selected cells if they include it. */
export function startDrag(event: PointerEvent, id: string): void {
  event.preventDefault();
  if (!selected.peek().includes(id)) select(id);
  const moving = selected.peek();
  const mark = document.createElement('div');
  mark.className = 'drop-mark';
  document.getElementById('cell-list')?.append(mark);
  let place = -1;
  const move = ({ clientY }: PointerEvent) => {
    const others = order.peek().filter((other) => !moving.includes(other));
    place = others.findIndex((other) => {
      const box = cellElement(other)?.getBoundingClientRect();
      return box !== undefined && clientY < box.top + box.height / 2;
    });
    if (place < 0) place = others.length;
    const next = cellElement(others[place] ?? '');
    const last = cellElement(others.at(-1) ?? '');
    mark.style.top = `${next === null ? (last?.offsetTop ?? 0) + (last?.offsetHeight ?? 0) : next.offsetTop}px`;
  };
  const end = ({ type }: PointerEvent) => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    mark.remove();
    if (type === 'pointerup' && place >= 0) moveTo(moving, place);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}
