/** The slice that the page shows: of the active cell while the slice panel is open. It asks the server and keeps the answer. */

import { computed, effect, signal } from '@preact/signals';
import type { Answer } from '../../runtime/index.ts';
import { cellSignal, line } from './notebook-state.ts';
import { panel } from './page-parts.ts';
import { active } from './selection.ts';

type SliceAnswer = Extract<Answer, { readonly to: 'slice' }>;

export interface ShownSlice {
  readonly cell: string;
  readonly backward: SliceAnswer;
  readonly forward: SliceAnswer;
}

/** The slice, or why there is none. */
export const shownSlice = signal<ShownSlice | { readonly cell: string; readonly failure: string } | null>(
  null,
);

/** Whether slices are kept to whole cells or to statements. */
export const sliceLevel = signal<'cell' | 'statement'>('statement');

const backwardCells = computed(() => cellsIn('backward'));
const forwardCells = computed(() => cellsIn('forward'));

function cellsIn(direction: 'backward' | 'forward'): ReadonlySet<string> {
  const slice = shownSlice.value;
  return new Set(slice !== null && 'backward' in slice ? slice[direction].cells : []);
}

/** A cell's part in the slice; null: none, `outside`: a slice is shown and it is not in it. */
export function roleOf(cell: string): 'origin' | 'needed' | 'affected' | 'outside' | null {
  const slice = shownSlice.value;
  if (slice === null || !('backward' in slice)) return null;
  if (slice.cell === cell) return 'origin';
  if (backwardCells.value.has(cell)) return 'needed';
  return forwardCells.value.has(cell) ? 'affected' : 'outside';
}

const NO_LINES: readonly (readonly [number, number])[] = [];

/** The lines of a cell that are in the backward slice. */
export function linesOf(cell: string): readonly (readonly [number, number])[] {
  const slice = shownSlice.value;
  if (slice === null || !('backward' in slice)) return NO_LINES;
  return slice.backward.lines[cell] ?? slice.forward.lines[cell] ?? NO_LINES;
}

let asked = 0;

/** Begins to follow the selection. */
export function followSelection(): void {
  effect(() => {
    const cell = active.value;
    const level = sliceLevel.value;
    asked += 1;
    if (panel.value !== 'slice' || cell === null) {
      shownSlice.value = null;
      return;
    }
    // again after it has run
    const exec = cellSignal(cell)?.value.exec;
    const running = cellSignal(cell)?.value.startedAt;
    if (exec === undefined || exec === null || running !== null) {
      shownSlice.value = {
        cell,
        failure: 'This cell has not run in this session, so nothing has been observed yet.',
      };
      return;
    }
    void ask(cell, level, asked);
  });
}

async function ask(cell: string, level: 'cell' | 'statement', turn: number): Promise<void> {
  const [backward, forward] = await Promise.all([
    line().ask({ ask: 'slice', cell, direction: 'backward', level }),
    line().ask({ ask: 'slice', cell, direction: 'forward', level }),
  ]);
  if (turn !== asked) return;
  if (backward.to === 'slice' && forward.to === 'slice') shownSlice.value = { cell, backward, forward };
  else {
    const failed = backward.to === 'failed' ? backward : forward;
    shownSlice.value = { cell, failure: failed.to === 'failed' ? failed.message : 'no answer' };
  }
}
