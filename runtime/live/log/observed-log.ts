/** The reads and changes of a notebook's cells, from its session log. It reads, and joins no kernel. */
import { Observations, type ObservedCell } from '../../../slicer/index.ts';
import { readText } from '../../documents/index.ts';
import { readLog } from './log-schema.ts';
import { sessionLogOf } from './session-log.ts';
import { withoutUndone } from './undone-entries.ts';

/** The last run of each cell in a notebook's log; empty without a log. */
export function observedRuns(notebook: string): ReadonlyMap<string, ObservedCell> {
  return observedInLog(sessionLogOf(notebook)) ?? new Map();
}

/** The same from a log; null: the file is no log. */
export function observedInLog(path: string): ReadonlyMap<string, ObservedCell> | null {
  const observations = new Observations();
  const entries = entriesOf(path);
  if (entries[0]?.type !== 'session') return null;
  for (const entry of withoutUndone(entries)) {
    if (/^(?:kernel|restarted|died)$/.test(entry.type)) observations.restart();
    if (entry.type !== 'ran') continue;
    const { symbols, objects, ...record } = entry.record;
    const [named, held] = [new Map(Object.entries(symbols)), new Map(Object.entries(objects))];
    observations.take({ ...record, symbols: named, objects: held });
  }
  return observations.cells;
}

/** The paths that the last run of each cell found, with the text of that run; empty without a log. */
export function watchedInLog(
  notebook: string,
): ReadonlyMap<string, { readonly source: string; readonly paths: readonly string[] }> {
  const found = new Map<string, { source: string; paths: readonly string[] }>();
  for (const entry of withoutUndone(entriesOf(sessionLogOf(notebook)))) {
    if (entry.type !== 'ran') continue;
    const { cell, source, watched = [] } = entry.record;
    found.set(cell, { source, paths: watched.map(([path]) => path) });
  }
  return found;
}

function entriesOf(path: string): ReturnType<typeof readLog>['entries'] {
  try {
    return readLog(readText(path)).entries;
  } catch {
    return [];
  }
}
