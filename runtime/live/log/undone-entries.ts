/** The undone runs of a session log. It reads no file. */

import type { Exec } from '../../../slicer/index.ts';
import type { LogEntry } from './log-entries.ts';

/** The runs that are undone at the end of these entries. */
export function undoneIn(entries: readonly LogEntry[]): ReadonlySet<Exec> {
  const undone = new Set<Exec>();
  for (const entry of entries) {
    if (entry.type === 'undo') for (const exec of entry.execs) undone.add(exec);
    if (entry.type === 'redo') for (const exec of entry.execs) undone.delete(exec);
  }
  return undone;
}

/** The entries as if the undone runs had not been. */
export function withoutUndone(entries: readonly LogEntry[]): readonly LogEntry[] {
  const undone = undoneIn(entries);
  return entries.filter((entry) => {
    if (entry.type === 'undo' || entry.type === 'redo') return false;
    if (entry.type === 'start') return !undone.has(entry.exec);
    return entry.type !== 'ran' || !undone.has(entry.record.exec);
  });
}
