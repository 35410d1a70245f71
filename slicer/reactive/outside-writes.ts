/**
 * Writes outside of any run: by callbacks of a cell's widgets, or by tasks that a run of the cell started and
 * left running.
 */

import type { CellId, Exec, ExecutionRecord, OutsideKind } from '../records/execution-record.ts';
import { PASSING } from '../records/world-locations.ts';
import type { Settlement } from './settlement.ts';

/** Reads and writes outside of any run. */
export interface OutsideWrites {
  /** The cell that shows the widgets, or started the tasks. */
  readonly cell: CellId;
  readonly by: OutsideKind;
  /** The reads and writes, under the number of the last run before them. */
  readonly record: ExecutionRecord;
}

/** Whether the writes count as part of the last run. */
export function isOfLastRun(settlement: Settlement, { cell, by, record }: OutsideWrites): boolean {
  return by === 'task' && record.opaque === null && settlement.mayGoOn(record.exec, cell);
}

/**
 * The record of the writes as execution `exec`; null if no cell could read any of them. No script repeats the
 * writes, so a slice through them is not complete.
 */
export function outsideRecord(exec: Exec, { by, record }: OutsideWrites): ExecutionRecord | null {
  const [source, reason] = OUTSIDE[by];
  const statements = record.statements.map((statement) => ({
    ...statement,
    writes: statement.writes.filter(({ object }) => !PASSING.has(object)),
    escapes: [...statement.escapes, { reason, line: 1, lasting: false }],
  }));
  const writes = record.opaque !== null || statements.some((statement) => statement.writes.length > 0);
  return writes ? { ...record, exec, source, statements, closed: [], outside: by } : null;
}

/** The line for the writes in a script, and the reason why the script is not complete. */
const OUTSIDE: Readonly<Record<OutsideKind, readonly [source: string, reason: string]>> = {
  widget: ['# a widget of this cell was used here', 'a widget was used, outside of any cell'],
  task: ['# a task of this cell went on here', 'a task went on, outside of any cell'],
};
