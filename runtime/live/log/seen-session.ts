/** What the log beside a notebook tells of its runs, for questions about them. It changes no log and joins no kernel. */

import type { SeenRun, SeenSession } from '../../../slicer/index.ts';
import { restoredSession } from './logged-session.ts';
import { readSessionLog } from './session-log.ts';

/** The runs of a notebook's sessions as far as its log has them; none where it has no log, or one that makes no sense. */
export function seenSession(notebook: string): SeenSession {
  const entries = readSessionLog(notebook);
  const runs = entries.flatMap((entry): SeenRun[] => {
    // (what was put back from copies has not run)
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
