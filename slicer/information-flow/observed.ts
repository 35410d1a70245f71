/**
 * What runs of cells have read and changed, by name: which names an object had is known of the names that were read or bound. It judges
 * nothing.
 */
import { type Access, type CellId, type ExecutionRecord, GLOBALS, WHOLE } from '../model.ts';
import { isManagedName } from '../words/symbols.ts';

/** What the last run of a cell has shown. */
export interface ObservedCell {
  /** The text that ran; null: not known, but that of the cell. */
  readonly source: string | null;
  /** Names whose value from before it has read. */
  readonly reads: ReadonlySet<string>;
  /** Names that it has bound, or whose objects it has changed. */
  readonly changes: ReadonlySet<string>;
  /** Names that it may have read or changed: through objects without a name, or nobody looked. */
  readonly perhaps: { readonly reads: ReadonlySet<string>; readonly changes: ReadonlySet<string> };
  /** It ran to its end, all of it was seen, and everything that it wrote has a name: what is not there did not happen. */
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

/** The runs of cells that have the text that ran. */
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

/** Not what is taken to be so where nobody could look. */
function isSeen({ kind }: Access): boolean {
  return kind === 'observed' || kind === 'compared';
}
