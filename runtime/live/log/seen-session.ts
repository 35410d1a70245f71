/** The runs in the log beside a notebook, for questions about them. It changes no log and joins no kernel. */

import type { SeenRun, SeenSession } from '../../../slicer/index.ts';
import { restoredSession } from './log-fold.ts';
import { readSessionLog } from './session-log.ts';

/** The logged runs of a notebook's sessions; empty if there is no log, or an inconsistent one. */
export function seenSession(notebook: string): SeenSession {
  const entries = readSessionLog(notebook);
  const runs = entries.flatMap((entry): SeenRun[] => {
    // (restored copies did not run)
    if (entry.type !== 'ran' || entry.run.restored) return [];
    const { exec, cell, source, status } = entry.record;
    const { count, at, ms } = entry.run;
    return [{ exec, cell, source, status, count, at, ms }];
  });
  if (runs.length === 0) return { runs, graph: null };
  try {
    return { runs, graph: restoredSession(entries).core.settlement.graph };
  } catch {
    return { runs: [], graph: null };
  }
}
