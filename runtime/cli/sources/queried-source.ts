/** A notebook or session in the form for queries. It runs no query. */

import type {
  CellId,
  CheckedNotebook,
  LibraryKnowledge,
  QueriedSource,
  SeenRun,
  SeenSession,
} from '../../../slicer/index.ts';
import { detailsOf } from '../../checking/index.ts';
import { seenSession } from '../../live/index.ts';
import type { SourceSession } from '../../sources/index.ts';

/** A source for queries. `checked`: the same source in the form for checks; `file`: its name for display. */
export function queriedSource(
  source: SourceSession,
  checked: CheckedNotebook,
  file: string,
  library: LibraryKnowledge,
): QueriedSource {
  const kind = source.kind === 'recorded' ? 'session' : source.kind;
  const details = source.kind === 'notebook' ? detailsOf(source.notebook.cells) : new Map();
  const seen = () =>
    source.kind === 'notebook' ? seenSession(source.path) : playedSession(checked.log ?? []);
  return { file, kind, checked, details, library, seen };
}

/** The runs of a session file, which were not traced. */
function playedSession(log: readonly { cell: CellId; source: string; count: number }[]): SeenSession {
  const runs = log.map(({ cell, source, count }, at): SeenRun => {
    return { exec: at + 1, cell, source, count, status: null, at: null, ms: null };
  });
  return { runs, graph: null };
}
