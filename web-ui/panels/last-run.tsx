/** The undo of a cell's last run, or its redo, with the reason against it. */

import type { CellView } from '../../runtime/index.ts';
import { menuText } from '../languages/menu-text.ts';
import { carryOut, UNDO_WORDS, useUndoPlan } from '../page/undo-plan.ts';
import { tryFromHere } from '../page/variants.ts';

export function LastRun({ cell: { id, exec, state } }: { cell: CellView }) {
  const plan = useUndoPlan({ cell: id }, `${exec} ${state}`);
  if (plan === null) return null;
  return (
    <section aria-label="Last run">
      <h3>Last run</h3>
      <button type="button" disabled={plan.why !== null} onClick={() => carryOut(plan)}>
        {menuText(UNDO_WORDS[plan.way])}
      </button>
      <p class="panel-note">{plan.why ?? plan.text}</p>
      <button
        type="button"
        title={menuText('Try from here: another variant of what follows')}
        onClick={tryFromHere}
      >
        {menuText('Try from here')}
      </button>
    </section>
  );
}
