/**
 * The core of an open notebook: a function from state and operation to state and actions. The core runs
 * nothing: its caller carries out the actions, and reports the results as further operations (`ran`,
 * `restarted`, `died`). The settlement inside the state changes in place, so a state can be used only once.
 */

import type { Exec } from '../records/execution-record.ts';
import { type Advanced, advance } from './advance.ts';
import { withFollowers } from './any-order.ts';
import type { CoreOperation, CoreState } from './core-state.ts';
import { afterOperation } from './operations.ts';

/** Applies an operation to a state, and returns the actions to carry out. */
export function applyCore(state: CoreState, operation: CoreOperation): Advanced {
  const changed = withFollowers(afterOperation(state, operation), operation);
  const standings = changed.settlement.standings(changed.frozen);
  // report only settled cells as unchanged: other cells still wait for an input
  const cutOff = changed.cutOff.filter((cell) => standings.get(cell)?.type === 'settled');
  const next = advance({ ...changed, standings, cutOff });
  const actions =
    operation.type === 'interrupt' && state.running !== null ? [{ type: 'interrupt' } as const] : [];
  return { state: next.state, actions: [...actions, ...next.actions] };
}

/** The state after past operations, without actions. The `undone` runs do not count, but keep their numbers. */
export function replayCore(
  state: CoreState,
  operations: Iterable<CoreOperation>,
  undone: ReadonlySet<Exec> = new Set(),
): CoreState {
  let replayed = state;
  for (const operation of operations) {
    if (operation.type === 'ran' && undone.has(operation.record.exec)) {
      replayed = { ...replayed, exec: Math.max(replayed.exec, operation.record.exec) };
      for (const writes of operation.outside ?? [])
        replayed = { ...afterOperation(replayed, { type: 'outside', writes }), plan: null };
    } else replayed = { ...afterOperation(replayed, operation), plan: null };
  }
  return { ...replayed, standings: replayed.settlement.standings(replayed.frozen) };
}
