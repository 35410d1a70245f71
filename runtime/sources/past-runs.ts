/** The past runs in a source's kernel: by the stored counts of a notebook, or by the events of a session. */

import type { CodeCell } from './cells-at-end.ts';
import type { SourceSession } from './source.ts';

/** The runs since the last restart, in order, each with its text. For a notebook only each cell's last run is known. */
export function pastRuns(source: SourceSession): CodeCell[] {
  if (source.kind === 'notebook') {
    return source.notebook.cells
      .flatMap((cell) =>
        cell.type === 'code' && cell.executionCount && cell.source.trim() !== '' ? [cell] : [],
      )
      .sort((a, b) => a.executionCount! - b.executionCount!)
      .map(({ id, source }) => ({ cell: id, source }));
  }
  const start = source.events.findLastIndex(({ type }) => type === 'restart') + 1;
  return source.events
    .slice(start)
    .flatMap((event) => (event.type === 'run' ? [{ cell: event.cell, source: event.source }] : []));
}
