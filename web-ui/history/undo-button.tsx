/** The button that undoes or redoes a run, disabled with the reason. */

import { menuText } from '../languages/menu-text.ts';
import { carryOut, UNDO_WORDS, useUndoPlan } from '../page/undo-plan.ts';

/** `state`: changes when the answer may change. */
export function UndoButton({ exec, state }: { exec: number; state: string }) {
  const plan = useUndoPlan({ exec }, state);
  if (plan === null) return null;
  return (
    <button
      type="button"
      disabled={plan.why !== null}
      title={plan.why ?? plan.text}
      onClick={() => carryOut(plan)}
    >
      {menuText(UNDO_WORDS[plan.way])}
    </button>
  );
}
