/**
 * Finds the session's run that bound a name, if its cell was deleted or does not bind the name any more. It
 * needs a session's log.
 */

import { namesOfText } from '../static/index.ts';
import type { CheckedCell, CheckedNotebook, LoggedRun } from './facts.ts';

/** The last run before the cell's own that bound `name`; null: there is none, or no log. */
export function lostRunOf({ log }: CheckedNotebook, cell: CheckedCell, name: string): LoggedRun | null {
  if (log === null) return null;
  const own = log.findLastIndex((run) => run.cell === cell.id);
  const restarts = log[own]?.restarts;
  for (let at = own - 1; at >= 0 && log[at]!.restarts === restarts; at -= 1) {
    const run = log[at]!;
    if (run.source.includes(name) && namesOfText(run.source).writes.has(name)) return run;
  }
  return null;
}
