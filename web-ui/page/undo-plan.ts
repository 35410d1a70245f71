/** What the undo or redo of a run changes, as the server tells it, and the question to the person. */

import { useEffect, useState } from 'preact/hooks';
import type { UndoPlan } from '../../runtime/index.ts';
import { confirmFirst } from './asking.ts';
import { line } from './notebook-state.ts';
import { say } from './notices.ts';

/** The run of an undo: by its number, or the last one of a cell. */
export type UndoTarget = { readonly cell: string } | { readonly exec: number };

/** The titles of the two ways. */
export const UNDO_WORDS = { undo: 'Undo this run', redo: 'Redo this run' } as const;

/** The changes by an undo or redo; as text, why they are not known. */
export async function planUndo(target: UndoTarget): Promise<UndoPlan | string> {
  const answer = await line().ask({ ask: 'undo-plan', ...target });
  if (answer.to === 'undo-plan') return answer;
  return answer.to === 'failed' ? answer.message : 'there is no answer';
}

/** The changes, asked for again when `state` is another; null: not known. */
export function useUndoPlan(target: UndoTarget, state: string): UndoPlan | null {
  const [plan, setPlan] = useState<UndoPlan | string | null>(null);
  useEffect(() => {
    let current = true;
    void planUndo(target).then((got) => {
      if (current) setPlan(got);
    });
    return () => {
      current = false;
    };
  }, [JSON.stringify(target), state]);
  return typeof plan === 'string' ? null : plan;
}

/** Asks the person, and carries out a possible plan. */
export function carryOut({ way, exec, why, text }: UndoPlan): void {
  if (exec === null || why !== null) say(why ?? 'There is no run');
  else confirmFirst(text, UNDO_WORDS[way], () => line().send({ op: `${way}-run`, exec }));
}
