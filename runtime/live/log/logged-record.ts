/** Execution records in a session log, as JSON. */

import type { ExecutionRecord } from '../../../slicer/index.ts';
import type { LoggedRecord } from './log-entries.ts';

/** The form of a record in a log: maps are objects. */
export function loggedRecord(record: ExecutionRecord): LoggedRecord {
  const [symbols, objects] = [Object.fromEntries(record.symbols), Object.fromEntries(record.objects)];
  return { ...record, symbols, objects };
}

/** The record of its form in a log. */
export function recordOf(logged: LoggedRecord): ExecutionRecord {
  const [symbols, objects] = [Object.entries(logged.symbols), Object.entries(logged.objects)];
  return { ...logged, symbols: new Map(symbols), objects: new Map(objects) };
}
