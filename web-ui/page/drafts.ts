/**
 * Typed, unsaved text: stored in the browser while the server is not reachable, and restored afterwards. If a
 * cell has another text by then, the person decides. It shows nothing.
 */

import { effect, signal } from '@preact/signals';
import { newCellId, nextOf } from './cell-actions.ts';
import { cellLabel } from './cell-numbers.ts';
import { perform } from './cell-operations.ts';
import { flushAll, rewrite } from './edits.ts';
import { type Draft, KeptDrafts } from './kept-drafts.ts';
import {
  cellNow,
  lineState,
  lostDrafts,
  notebook,
  order,
  pageName,
  stalled,
  stopped,
  unsavedDrafts,
  unsavedRevision,
} from './notebook-state.ts';
import { say } from './notices.ts';
import { reveal, select } from './selection.ts';

/** Drafts whose cells have another text than the one before the draft: they wait for the person's decision. */
export const offered = signal<readonly Draft[]>([]);

/** Whether the browser can store unsaved text, while it has to. */
export const isKept = signal(true);

const AFTER_MS = 300;
let kept: KeptDrafts | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether typed text may not reach the server. */
export function isAtRisk(): boolean {
  return lineState.value !== 'open' || stalled.value;
}

/** Begins to store unsaved text, and restores text stored before. */
export function followDrafts(): void {
  kept = new KeptDrafts(pageName);
  effect(() => {
    void [unsavedRevision.value, offered.value, isAtRisk(), notebook.value?.path];
    clearTimeout(timer);
    timer = setTimeout(keep, AFTER_MS);
  });
  effect(() => {
    const lost = lostDrafts.value;
    if (lost.length === 0) return;
    lostDrafts.value = [];
    takeUp(lost);
  });
  effect(() => {
    if (stopped.value) flushAll();
  });
  const opened = effect(() => {
    const path = notebook.value?.path;
    if (path === undefined) return;
    queueMicrotask(() => opened());
    void kept!.takeOver(path).then(takeUp);
  });
  window.addEventListener('pagehide', keep);
  window.addEventListener('beforeunload', (event) => {
    flushAll();
    if (isAtRisk() && unsavedDrafts().length > 0) event.preventDefault();
  });
}

function keep(): void {
  const path = notebook.peek()?.path;
  if (path === undefined) return;
  const drafts = [...(isAtRisk() ? unsavedDrafts() : []), ...offered.peek()];
  isKept.value = kept?.keep(path, drafts) ?? false;
}

/** Restores texts that follow on the present ones, and offers the others. */
function takeUp(drafts: readonly Draft[]): void {
  const refused: Draft[] = [];
  let many = 0;
  for (const draft of drafts) {
    const now = cellNow(draft.cell)?.source;
    if (now !== undefined && isSame(now, draft.text)) continue;
    if (now === undefined || !draft.known.some((known) => isSame(known, now))) refused.push(draft);
    else {
      rewrite(draft.cell, draft.text);
      many += 1;
    }
  }
  if (refused.length > 0) offered.value = [...offered.peek(), ...refused];
  if (many > 0) say(`Put back what was typed in ${many === 1 ? '1 cell' : `${many} cells`} and not saved`);
}

/** Lines as editors tell them apart. */
function isSame(a: string, b: string): boolean {
  return a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
}

/** Carries out the person's decision about a draft. */
export function settleDraft(draft: Draft, choice: 'replace' | 'beside' | 'drop'): void {
  const isThere = order.peek().includes(draft.cell);
  if (choice === 'replace' && isThere) rewrite(draft.cell, draft.text);
  else if (choice !== 'drop') {
    const cell = newCellId();
    const before = isThere ? nextOf(draft.cell) : null;
    perform({ op: 'insert', cell, type: draft.type, source: draft.text, before });
    select(cell);
    reveal(cell, 'center');
  }
  offered.value = offered.peek().filter((other) => other !== draft);
}

/** Copies all unsaved text. */
export function copyDrafts(): void {
  const drafts = [...unsavedDrafts(), ...offered.peek()];
  const text = drafts.map((draft) => `# ${cellLabel(draft.cell)}\n${draft.text}\n`).join('\n');
  void navigator.clipboard.writeText(text).then(
    () => say('Copied what is not saved'),
    () => say('The browser does not let this page copy', 'problem'),
  );
}
