/** What would follow: which question is open, and doing what it was about. It shows nothing. */

import { signal } from '@preact/signals';
import type { Answer } from '../../runtime/index.ts';
import { flushAll, rewrite } from './edits.ts';
import { cellNow, line } from './notebook-state.ts';
import { panel } from './page-parts.ts';
import { remember } from './undo.ts';

/** The questions of the panel. */
export type WhatIf = 'run' | 'delete' | 'rename' | 'clean-up';

/** The one that is open. */
export const whatIf = signal<WhatIf>('run');

/** What came back. */
export type WhatIfAnswer = Extract<Answer, { readonly to: 'what-if' | 'failed' }>;

/** Opens the panel with a question. */
export function askWhatIf(which: WhatIf): void {
  whatIf.value = which;
  panel.value = 'what-if';
}

/** Asks the server. What was typed counts. */
export async function answerTo(
  which: WhatIf,
  cell: string | null,
  names: { readonly name: string; readonly to: string },
): Promise<WhatIfAnswer | null> {
  flushAll();
  if (which !== 'clean-up' && cell === null) return null;
  const change =
    which === 'clean-up'
      ? ({ type: 'open' } as const)
      : which === 'rename'
        ? ({ type: which, cell: cell!, ...names } as const)
        : ({ type: which, cell: cell! } as const);
  const answer = await line().ask({ ask: 'what-if', change });
  return answer.to === 'what-if' || answer.to === 'failed' ? answer : null;
}

/** Gives cells the texts of a renaming; one step to undo. Cells that were typed in meanwhile keep what was typed: then nothing is done. */
export function renameIn(
  edits: readonly { readonly cell: string; readonly source: string }[],
  before: ReadonlyMap<string, string>,
): boolean {
  const texts = edits.map(({ cell, source }) => ({ cell, source, old: cellNow(cell)?.source }));
  if (texts.some(({ cell, old }) => old === undefined || old !== before.get(cell))) return false;
  remember({
    undo: texts.map(({ cell, old }) => ({ op: 'rewrite', cell, source: old! })),
    redo: texts.map(({ cell, source }) => ({ op: 'rewrite', cell, source })),
  });
  for (const { cell, source } of texts) rewrite(cell, source);
  return true;
}
