/**
 * What runs of cells have read and changed, by name: which names an object had is known of the names that were read or bound. It judges
 * nothing.
 */
import { type CellId, type ExecutionRecord, GLOBALS } from '../model.ts';
import { isManagedName } from '../symbols.ts';

/** What the last run of a cell has shown. */
export interface ObservedCell {
  /** The text that ran; null: not known, but that of the cell. */
  readonly source: string | null;
  /** Names whose value from before it has read. */
  readonly reads: ReadonlySet<string>;
  /** Names that it has bound, or whose objects it has changed. */
  readonly changes: ReadonlySet<string>;
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
    const bound = new Set<string>();
    const reads = new Set<string>();
    const changes = new Set<string>();
    let hasNameless = false;
    for (const statement of record.statements) {
      for (const { object, field } of statement.reads) {
        if (object === GLOBALS && isVariable(field) && !bound.has(field)) reads.add(field);
      }
      for (const { object, field } of statement.writes) {
        if (object === GLOBALS && isVariable(field)) bound.add(field);
        else if (/^o\d/.test(object)) {
          const names = [...namesOf(object, before), ...namesOf(object, this.#objects)];
          for (const name of names) changes.add(name);
          if (names.length === 0) hasNameless = true;
        }
      }
      for (const name of statement.deleted) this.#objects.delete(name);
    }
    const isSeen = record.status === 'ok' && record.opaque === null;
    const escapes = record.statements.some(({ escapes, failed }) => failed || escapes.length > 0);
    this.cells.set(record.cell, {
      source: record.source,
      reads,
      changes: new Set([...bound, ...changes]),
      isWhole: isSeen && !escapes && !hasNameless,
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
  return [...objects].flatMap(([name, object]) => (object === token && isVariable(name) ? [name] : []));
}

function isVariable(field: string): boolean {
  return field !== '*' && !isManagedName(field);
}
