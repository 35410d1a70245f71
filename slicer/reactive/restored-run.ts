/** Runs in whose place copies of what the cell made were put back: the kernel is as after the cell ran again. Pure. */

import { type CellId, type Exec, type ExecutionRecord, WHOLE } from '../model.ts';
import type { Settlement } from './settlement.ts';
import type { Sameness } from './versions.ts';

/** What the kernel says of copies that it put back. */
export interface Restored {
  /** The tokens of the objects by those that they had before. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Names that it bound to values without identity, and all names that it bound. */
  readonly plain: readonly string[];
  readonly names: readonly string[];
}

/** Whether other cells change in place, or may change, what a cell's names stand for: then copies of it may be of use. */
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

/** The record that the run would have: that of the run before, with the new objects. */
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

/** How what was put back compares with what the run before left: equal, as new objects. */
export function restoredSameness({ plain, names }: Restored): Sameness {
  return { all: false, undone: false, names: plain, equal: names, settings: [], every: true, holds: true };
}
