/**
 * Proofs of problems by runs: requests them, follows and cancels them, and stores them with the texts of the
 * notebook at the time. It shows nothing.
 */

import { signal } from '@preact/signals';
import type { Problem, Witness } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { cellSignal, order } from './notebook-state.ts';
import { problemPhase } from './problems.ts';
import { Trial } from './trial.ts';

/** The result of runs; or the reason, as text, why they showed nothing. */
export interface Proof {
  readonly found: Witness | string;
  /** The texts of the notebook at the time. */
  readonly texts: string;
}

/** By problem. */
const proofs = signal<ReadonlyMap<string, Proof>>(new Map());

/** The running proof, and its progress; null: none. */
export const proving = signal<{ readonly key: string; readonly text: string } | null>(null);

const trial = new Trial();

/** A key of a problem as text, equal for equal problems. */
export const proofKey = ({ code, cell, message }: Problem): string => JSON.stringify([code, cell, message]);

/** Looks for a proof in runs; one problem at a time. */
export async function prove(problem: Problem): Promise<void> {
  if (trial.isRunning) return;
  const key = proofKey(problem);
  const { code, cell, message } = problem;
  proving.value = { key, text: 'starting' };
  flushAll();
  const before = texts();
  const { answer, isGivenUp } = await trial.ask(
    { ask: 'prove', phase: problemPhase.peek(), problem: { code, cell, message } },
    (text) => {
      proving.value = { key, text };
    },
  );
  proving.value = null;
  if (isGivenUp) return;
  const found =
    answer.to === 'prove' ? answer.witness : answer.to === 'failed' ? answer.message : 'there is no answer';
  proofs.value = new Map(proofs.peek()).set(key, { found, texts: before });
}

/** Cancels the running proof. */
export function cancelProof(): void {
  trial.cancel();
}

/** The proof of a problem; `isOld`: the notebook has changed since. */
export function proofOf(problem: Problem): (Proof & { readonly isOld: boolean }) | null {
  const known = proofs.value.get(proofKey(problem));
  return known === undefined ? null : { ...known, isOld: known.texts !== texts() };
}

/** The texts of the code cells. */
function texts(): string {
  const cells = order.value.flatMap((id) => cellSignal(id)?.value ?? []);
  return JSON.stringify(cells.filter(({ type }) => type === 'code').map(({ id, source }) => [id, source]));
}
