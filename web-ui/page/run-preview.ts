/** The preview of a run, while a person points at its button. It runs nothing. */

import { signal } from '@preact/signals';
import type { PlanView } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { line } from './notebook-state.ts';

const AFTER_MS = 250;

/** The previewed plan; null: none. */
export const runPreview = signal<PlanView | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** Requests the plan of a cell's run, if the person stays on its button. */
export function previewRun(cell: string): void {
  clearTimeout(timer);
  asked += 1;
  const turn = asked;
  timer = setTimeout(() => {
    flushAll();
    void line()
      .ask({ ask: 'preview', cells: [cell] })
      .then((answer) => {
        if (answer.to === 'preview' && turn === asked) runPreview.value = answer.plan;
      });
  }, AFTER_MS);
}

/** The person has gone on. */
export function endPreview(): void {
  clearTimeout(timer);
  asked += 1;
  runPreview.value = null;
}
