/** The names of cells: their positions among the code cells, from 1. The server counts them in the same way. */

import { computed } from '@preact/signals';
import { cellSignal, order } from './notebook-state.ts';

const numbers = computed(() => {
  const code = order.value.filter((id) => cellSignal(id)?.value.type === 'code');
  return new Map(code.map((id, index) => [id, index + 1]));
});

/**
 * The number of a code cell; null: it is none. A component of its own for the number is drawn again only when
 * the number changes.
 */
export function cellNumber(id: string): number | null {
  return numbers.value.get(id) ?? null;
}

const places = computed(() => new Map(order.value.map((id, index) => [id, index + 1])));

/** The place of a cell among all cells, in words. */
export function placeOf(id: string): string {
  return `${places.value.get(id) ?? 0} of ${places.value.size}`;
}

/** The code cell of a number. */
export function cellOfNumber(number: number): string | undefined {
  return [...numbers.peek().keys()][number - 1];
}

/** A cell in words. */
export function cellLabel(id: string): string {
  const number = cellNumber(id);
  if (number !== null) return `cell ${number}`;
  if (id.startsWith('console-')) return 'the console';
  return order.value.includes(id) ? 'a text cell' : 'a deleted cell';
}
