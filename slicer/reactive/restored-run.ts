/**
 * Restored runs: saved copies of a cell's values in place of a run. The kernel is then as after another run
 * of the cell. Pure.
 */

import type { CellId, Exec, ExecutionRecord } from '../records/execution-record.ts';
import { WHOLE } from '../records/location.ts';
import type { Settlement } from './settlement.ts';
import type { Sameness } from './versions.ts';

/** The kernel's answer about restored copies. */
export interface Restored {
  /** The new tokens of the objects, by the old ones. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Bound names with values without identity, and all bound names. */
  readonly plain: readonly string[];
  readonly names: readonly string[];
}

/** Whether other cells change objects of a cell's names in place, or may; then saved copies are useful. */
export function isChangedElsewhere(settlement: Settlement, cell: CellId): boolean {
  const bound = settlement.names.of(cell)?.writes ?? new Set();
  const { graph, names, order } = settlement;
  let found = false;
  for (const name of bound) {
    const object = settlement.objectOf(name);
    if (object === undefined) continue;
    graph.forEachWriter({ object, field: WHOLE }, (index) => {
      found ||= graph.cellOf(index) !== cell;
    });
  }
  const mutates = (other: CellId): boolean =>
    [...(names.of(other)?.mutates ?? [])].some((name) => bound.has(name));
  return found || order.some((other) => other !== cell && mutates(other));
}

/** The record that another run would have: the record of the last run, with the new objects. */
export function restoredExecution(
  before: ExecutionRecord,
  exec: Exec,
  { tokens }: Restored,
): ExecutionRecord {
  const now = (token: string): string => tokens[token] ?? token;
  const moved = <T extends { readonly object: string }>(found: readonly T[]): T[] =>
    found.map((each) => ({ ...each, object: now(each.object) }));
  return {
    ...before,
    exec,
    statements: before.statements.map((statement) => ({
      ...statement,
      reads: moved(statement.reads),
      writes: moved(statement.writes),
      values: statement.values.map(now),
    })),
    symbols: new Map([...before.symbols].map(([token, name]) => [now(token), name])),
    objects: new Map([...before.objects].map(([name, token]) => [name, now(token)])),
  };
}

/** The comparison with the last run: all values are equal, in new objects. */
export function restoredSameness({ plain, names }: Restored): Sameness {
  return { all: false, undone: false, names: plain, equal: names, settings: [], every: true, holds: true };
}
