/** What a run would run, while a person points at the button for it. It runs nothing. */

import { signal } from '@preact/signals';
import type { PlanView } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { line } from './notebook-state.ts';

const AFTER_MS = 250;

/** The plan that would be carried out; null: nobody asks. */
export const runPreview = signal<PlanView | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** Asks what running a cell would run, when the person stays there. */
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
