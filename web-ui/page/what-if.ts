/** Questions about consequences: the open question, and the actions that follow. It shows nothing. */

import { signal } from '@preact/signals';
import type { Answer, WhatIfChange } from '../../runtime/index.ts';
import { flushAll, rewrite } from './edits.ts';
import { cellNow, line } from './notebook-state.ts';
import { panel } from './page-parts.ts';
import { remember } from './undo.ts';

/** The questions of the panel. */
export type WhatIf = 'run' | 'delete';

/** The open question. */
export const whatIf = signal<WhatIf>('run');

export type WhatIfAnswer = Extract<Answer, { readonly to: 'what-if' | 'failed' }>;

/** Opens the panel with a question. */
export function askWhatIf(which: WhatIf): void {
  whatIf.value = which;
  panel.value = 'what-if';
}

/** Asks the server, including typed text. */
export async function answerTo(change: WhatIfChange): Promise<WhatIfAnswer | null> {
  flushAll();
  const answer = await line().ask({ ask: 'what-if', change });
  return answer.to === 'what-if' || answer.to === 'failed' ? answer : null;
}

/**
 * Gives cells the texts of a renaming, as one undoable step. If a person has typed in one of them meanwhile,
 * nothing changes.
 */
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
