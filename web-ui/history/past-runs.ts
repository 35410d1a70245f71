/** The executions of the shown session, as far as the server has sent them, and the selected one. */

import { computed, effect, signal } from '@preact/signals';
import type { Answer, DeletedCell, PastRun } from '../../runtime/index.ts';
import { line, lineState } from '../page/notebook-state.ts';

/** An execution's code and outputs. */
export type RunContent = Extract<Answer, { readonly to: 'past-run' }>;

/** The executions, in order. */
export const runs = signal<readonly PastRun[]>([]);

/** The undone executions. */
export const undoneRuns = signal<ReadonlySet<number>>(new Set());

/** Deleted cells, ready to come back. */
export const deletedCells = signal<readonly DeletedCell[]>([]);

/** The number of the selected execution. */
export const chosenExec = signal<number | null>(null);

/** The selected execution. */
export const chosenRun = computed(() => runs.value.find(({ exec }) => exec === chosenExec.value) ?? null);

// another server may know others
effect(() => {
  if (lineState.value === 'broken') runs.value = [];
});

/** Asks for missing executions. */
export async function refreshRuns(): Promise<void> {
  const after = runs.peek().at(-1)?.exec ?? 0;
  const answer = await line().ask({ ask: 'history', after });
  if (answer.to !== 'history') return;
  const last = runs.peek().at(-1)?.exec ?? 0;
  const added = answer.runs.filter(({ exec }) => exec > last);
  if (added.length > 0) runs.value = [...runs.peek(), ...added];
  deletedCells.value = answer.deleted;
  undoneRuns.value = new Set(answer.undone);
}

/** Looks at the execution some places later, or (negative) earlier. */
export function stepRuns(by: number): void {
  const all = runs.peek();
  const at = all.findIndex(({ exec }) => exec === chosenExec.peek());
  const next = all[Math.min(all.length - 1, Math.max(0, at < 0 ? all.length - 1 : at + by))];
  if (next !== undefined) chosenExec.value = next.exec;
}

/** The code of an execution and its outputs then; as text, why they are not known. */
export async function contentOf(exec: number): Promise<RunContent | string> {
  const answer = await line().ask({ ask: 'past-run', exec });
  if (answer.to === 'past-run') return answer;
  return answer.to === 'failed' ? answer.message : 'there is no answer';
}
