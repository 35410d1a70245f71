/**
 * The slice shown by the page: of the active cell, or of the open variable. It asks the server and stores the
 * answer.
 */

import { computed, effect, signal } from '@preact/signals';
import type { Answer, Criterion } from '../../runtime/index.ts';
import { cellSignal, line, notebook } from './notebook-state.ts';
import { panel } from './page-parts.ts';
import { active } from './selection.ts';

type SliceAnswer = Extract<Answer, { readonly to: 'slice' }>;

export interface ShownSlice {
  readonly of: Criterion;
  readonly backward: SliceAnswer;
  readonly forward: SliceAnswer;
}

/** The slice, or why there is none. */
export const shownSlice = signal<ShownSlice | { readonly of: Criterion; readonly failure: string } | null>(
  null,
);

/** Whether slices consist of whole cells or of statements. */
export const sliceLevel = signal<'cell' | 'statement'>('statement');

/** The variable whose slice is shown while the panel of variables is open. */
export const chosenVariable = signal<string | null>(null);

/** A key of a criterion as text, equal for equal ones. */
export function criterionKey(of: Criterion): string {
  return JSON.stringify(of);
}

const backwardCells = computed(() => cellsIn('backward'));
const forwardCells = computed(() => cellsIn('forward'));

function cellsIn(direction: 'backward' | 'forward'): ReadonlySet<string> {
  const slice = shownSlice.value;
  return new Set(slice !== null && 'backward' in slice ? slice[direction].cells : []);
}

/** A cell's part in the slice; null: no slice, `outside`: the shown slice does not contain the cell. */
export function roleOf(cell: string): 'origin' | 'needed' | 'affected' | 'outside' | null {
  const slice = shownSlice.value;
  if (slice === null || !('backward' in slice)) return null;
  if (slice.of.type === 'cell' && slice.of.cell === cell) return 'origin';
  if (backwardCells.value.has(cell)) return 'needed';
  return forwardCells.value.has(cell) ? 'affected' : 'outside';
}

const NO_LINES: readonly (readonly [number, number])[] = [];

/** The lines of a cell in the slice. */
export function linesOf(cell: string): readonly (readonly [number, number])[] {
  const slice = shownSlice.value;
  if (slice === null || !('backward' in slice)) return NO_LINES;
  return slice.backward.lines[cell] ?? slice.forward.lines[cell] ?? NO_LINES;
}

let asked = 0;

/** Begins to follow the selection. */
export function followSelection(): void {
  effect(() => {
    const level = sliceLevel.value;
    asked += 1;
    if (panel.value === 'slice' && active.value !== null) followCell(active.value, level);
    else if (panel.value === 'variables' && chosenVariable.value !== null) {
      followVariable(chosenVariable.value, level);
    } else shownSlice.value = null;
  });
}

function followCell(cell: string, level: 'cell' | 'statement'): void {
  // again after its next run
  const view = cellSignal(cell)?.value;
  const of = { type: 'cell', cell } as const;
  if (view !== undefined && view.type !== 'code') {
    shownSlice.value = null;
    return;
  }
  if (view === undefined || view.startedAt !== null) {
    shownSlice.value = { of, failure: 'This cell is running: nothing has been observed of it yet.' };
    return;
  }
  // also for a cell without a run: an earlier kernel may have run it
  void ask(of, level, asked);
}

function followVariable(symbol: string, level: 'cell' | 'statement'): void {
  // only the kernel knows the value of a name: while it is busy, the old slice stays
  if (notebook.value?.kernel.state !== 'idle') return;
  void ask({ type: 'symbol', symbol }, level, asked);
}

async function ask(of: Criterion, level: 'cell' | 'statement', turn: number): Promise<void> {
  const [backward, forward] = await Promise.all([
    line().ask({ ask: 'slice', of, direction: 'backward', level }),
    line().ask({ ask: 'slice', of, direction: 'forward', level }),
  ]);
  if (turn !== asked) return;
  if (backward.to === 'slice' && forward.to === 'slice') shownSlice.value = { of, backward, forward };
  else {
    const failed = backward.to === 'failed' ? backward : forward;
    shownSlice.value = { of, failure: failed.to === 'failed' ? failed.message : 'no answer' };
  }
}
