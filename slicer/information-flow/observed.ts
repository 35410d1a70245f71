/**
 * Observed reads and changes of runs, by name: the names of an object are known from read and bound names. This file judges
 * nothing.
 */
import type { Access, CellId, ExecutionRecord } from '../records/execution-record.ts';
import { GLOBALS, WHOLE } from '../records/location.ts';
import { isManagedName } from '../words/symbols.ts';

/** The facts of the last run of a cell. */
export interface ObservedCell {
  /** The executed text; null: unknown, but equal to the cell's. */
  readonly source: string | null;
  /** Names with a read of their earlier value. */
  readonly reads: ReadonlySet<string>;
  /** Bound names, and names of changed objects. */
  readonly changes: ReadonlySet<string>;
  /** Possibly read or changed names: through objects without a name, or unobserved. */
  readonly perhaps: { readonly reads: ReadonlySet<string>; readonly changes: ReadonlySet<string> };
  /** The run reached its end, was fully observed, and all its writes have names: missing facts did not happen. */
  readonly isWhole: boolean;
}

/** Folds executions, in their order. */
export class Observations {
  readonly cells = new Map<CellId, ObservedCell>();
  /** The object of each name, as far as runs have shown. */
  readonly #objects = new Map<string, string>();

  /** The kernel is another one: objects have other tokens. */
  restart(): void {
    this.#objects.clear();
  }

  take(record: ExecutionRecord): void {
    if (record.outside) return;
    const before = new Map(this.#objects);
    for (const [name, token] of record.objects) this.#objects.set(name, token);
    const [bound, reads, changes] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const perhaps = { reads: new Set<string>(), changes: new Set<string>() };
    let hasNameless = false;
    for (const statement of record.statements) {
      const mentioned = statement.reads.filter(isVariable);
      for (const read of mentioned) {
        if (!bound.has(read.field)) (isSeen(read) ? reads : perhaps.reads).add(read.field);
      }
      for (const write of statement.writes) {
        if (isVariable(write)) bound.add(write.field);
        if (!/^o\d/.test(write.object)) continue;
        const names = [before, this.#objects].flatMap((objects) => namesOf(write.object, objects));
        for (const name of names) (isSeen(write) ? changes : perhaps.changes).add(name);
        if (names.length > 0) continue;
        hasNameless = true;
        for (const { field } of mentioned) perhaps.changes.add(field);
      }
      for (const name of statement.deleted) this.#objects.delete(name);
    }
    const isComplete = record.status === 'ok' && record.opaque === null && perhaps.reads.size === 0;
    const escapes = record.statements.some(({ escapes, failed }) => failed || escapes.length > 0);
    this.cells.set(record.cell, {
      source: record.source,
      reads,
      changes: new Set([...bound, ...changes]),
      perhaps,
      isWhole: isComplete && !escapes && !hasNameless,
    });
  }
}

/** The runs of cells with unchanged text. */
export function runsOfTexts(
  runs: ReadonlyMap<CellId, ObservedCell>,
  sources: ReadonlyMap<CellId, string>,
): Map<CellId, ObservedCell> {
  return new Map(
    [...runs].filter(
      ([cell, { source }]) => sources.has(cell) && (source ?? sources.get(cell)) === sources.get(cell),
    ),
  );
}

function namesOf(token: string, objects: ReadonlyMap<string, string>): string[] {
  return [...objects].flatMap(([name, object]) => (object === token && !isManagedName(name) ? [name] : []));
}

function isVariable({ object, field }: Access): boolean {
  return object === GLOBALS && field !== WHOLE && !isManagedName(field);
}

/** Whether the recorder observed or compared the access, instead of assuming it. */
function isSeen({ kind }: Access): boolean {
  return kind === 'observed' || kind === 'compared';
}
