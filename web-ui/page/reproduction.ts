/**
 * Whether the notebook comes out the same in a new kernel: requests the check, follows and cancels it, and
 * stores the result of each cell until the cell changes. It shows nothing.
 */

import { computed, effect, signal } from '@preact/signals';
import type { CellResult, NotebookResult } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { cellNow, cellSignal, order } from './notebook-state.ts';
import { panel } from './page-parts.ts';
import { reveal, select } from './selection.ts';
import { Trial } from './trial.ts';

/** A cell at the beginning of the check. */
interface CheckedState {
  readonly source: string;
  readonly exec: number | null;
}

/** The result of the last check. */
export interface Reproduction {
  readonly result: NotebookResult;
  readonly before: ReadonlyMap<string, CheckedState>;
}

/** The last check; or the reason, as text, why there is none. */
export const reproduction = signal<Reproduction | string | null>(null);

/** The progress in words; null: no check is running. */
export const reproducing = signal<string | null>(null);

/** Whether the cells may use the network. */
export const withNetwork = signal(false);

/** The cell whose difference is shown, with its origin highlighted in the notebook. */
export const shownDifference = signal<string | null>(null);

const trial = new Trial();

/** Checks the present notebook, with all typed text. */
export async function checkReproducibility(): Promise<void> {
  if (trial.isRunning) return;
  reproducing.value = 'asking';
  flushAll();
  const before = new Map(order.peek().map((id) => [id, stateOf(id)]));
  const { answer, isGivenUp } = await trial.ask({ ask: 'reproduce', network: withNetwork.peek() }, (text) => {
    reproducing.value = text;
  });
  reproducing.value = null;
  shownDifference.value = null;
  if (answer.to === 'reproduce') reproduction.value = { result: answer.result, before };
  else if (answer.to === 'failed' && !isGivenUp) reproduction.value = answer.message;
}

/** Cancels the check; the last result stays. */
export function cancelReproducing(): void {
  trial.cancel();
}

/** Begins to follow the panel. */
export function followReproduction(): void {
  effect(() => {
    if (panel.value !== 'reproduce') shownDifference.value = null;
  });
}

const results = computed(() => {
  const known = reproduction.value;
  return new Map(
    known === null || typeof known === 'string' ? [] : known.result.cells.map((each) => [each.cell, each]),
  );
});

/** The result of a cell; null: unknown, or the cell has changed since. */
export function resultOf(cell: string): CellResult | null {
  const result = results.value.get(cell);
  return result === undefined || hasChanged(cell) ? null : result;
}

/** Whether a checked cell has been edited since, or has run again. */
export function hasChanged(cell: string): boolean {
  const known = reproduction.value;
  if (known === null || typeof known === 'string') return false;
  const before = known.before.get(cell);
  const now = stateOf(cell);
  return before?.source !== now.source || before.exec !== now.exec;
}

function stateOf(cell: string): CheckedState {
  const view = cellSignal(cell)?.value ?? cellNow(cell);
  return { source: view?.source ?? '', exec: view?.exec ?? null };
}

/** Shows a difference, and goes to the cell where it begins. */
export function showDifference({ cell, first }: CellResult): void {
  panel.value = 'reproduce';
  shownDifference.value = cell;
  const origin = first ?? cell;
  select(origin);
  reveal(origin, 'center');
}

/** A cell's part in the shown difference; null: none is shown. */
export function differenceRoleOf(cell: string): 'origin' | 'needed' | 'outside' | null {
  const shown = shownDifference.value;
  const result = shown === null ? undefined : results.value.get(shown);
  if (result === undefined) return null;
  if (cell === (result.first ?? result.cell)) return 'origin';
  return result.slice.includes(cell) ? 'needed' : 'outside';
}

/** The highlighted lines of a cell: all lines of the origin. */
export function differenceLinesOf(cell: string): readonly (readonly [number, number])[] {
  return differenceRoleOf(cell) === 'origin' ? [[1, Number.POSITIVE_INFINITY]] : [];
}
