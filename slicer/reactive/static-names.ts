/**
 * The names that cells' texts read and write. Each text is analysed in the environment that the cells above
 * leave (functions of the notebook, names that share an object, classes of objects). Results are cached per
 * text: after an edit, only the edited cell is analysed again, and cells below whose words have changed their
 * meaning.
 */

import type { CellId } from '../model.ts';
import {
  analyzeLiveness,
  type CellLiveness,
  changedWords,
  environmentAfter,
  environmentWith,
  type LibraryKnowledge,
  type ParsedCell,
  parseCell,
  type StaticEnvironment,
} from '../static/index.ts';

interface Analysed {
  readonly parsed: ParsedCell;
  /** The environments before and after the cell. */
  readonly environment: StaticEnvironment;
  readonly after: StaticEnvironment;
  readonly liveness: CellLiveness;
}

/** Analyses of a notebook's cells. */
export class StaticNames {
  readonly #beginning: StaticEnvironment;
  #cells = new Map<CellId, Analysed>();

  constructor(library: LibraryKnowledge) {
    this.#beginning = environmentWith(library);
  }

  /** Takes the current cells, in order. */
  update(order: readonly CellId[], sources: ReadonlyMap<CellId, string>): void {
    const cells = new Map<CellId, Analysed>();
    let environment = this.#beginning;
    // the environment that the same cells left before, and the words that have changed their meaning since
    let before = environment;
    let changed: ReadonlySet<string> = new Set();
    for (const cell of order) {
      const known = this.#cells.get(cell);
      const source = sources.get(cell) ?? '';
      let analysed: Analysed;
      if (known?.environment === before && known.parsed.source === source && !mentions(source, changed)) {
        analysed = environment === before ? known : laidOver(known, environment);
      } else {
        const among = known?.environment === before ? changed : null;
        analysed = analysedIn(known, source, environment, among);
        const words = changesBy(known, analysed, environment, among);
        changed = known === undefined ? new Set([...changed, ...words]) : words;
      }
      cells.set(cell, analysed);
      before = known?.after ?? before;
      environment = analysed.after;
    }
    this.#cells = cells;
  }

  /** The names of a cell of the notebook; the same object as long as nothing has changed. */
  of(cell: CellId): CellLiveness | undefined {
    return this.#cells.get(cell)?.liveness;
  }

  parsed(cell: CellId): ParsedCell | undefined {
    return this.#cells.get(cell)?.parsed;
  }

  /**
   * Whether IPython may run a cell of one line as a command without `%`, defined by a cell above (`%alias hi
   * echo hello`).
   */
  mayBeCommand(cell: CellId): boolean {
    const [, word] = COMMAND.exec(this.parsed(cell)?.source ?? '') ?? [];
    if (word === undefined) return false;
    const defines = new RegExp(`\\balias(?:_magic)?\\s+(?:-\\S+\\s+)*${word}\\b`);
    for (const [above, { parsed }] of this.#cells) {
      if (above === cell) return false;
      if (defines.test(parsed.source)) return true;
    }
    return false;
  }
}

/** One line: a word, a space, and more text. */
const COMMAND = /^\s*([A-Za-z_]\w*)[ \t]+\S[^\n]*\s*$/;

/** Whether a text has one of these words. */
function mentions(source: string, words: ReadonlySet<string>): boolean {
  return words.size > 0 && (source.match(/[\p{L}\p{N}_]+/gu) ?? []).some((word) => words.has(word));
}

/** The analysis of a cell moved to another environment in which its words mean the same. */
function laidOver(known: Analysed, environment: StaticEnvironment): Analysed {
  const { statements } = known.liveness;
  const after = statements.reduce((now, names) => environmentAfter(names, now), environment);
  return { ...known, environment, after };
}

/**
 * The words whose meaning after a cell has changed. `changed`: the words whose meaning before it has changed
 * since its last analysis, with the same cells above; null: there is no such analysis.
 */
function changesBy(
  known: Analysed | undefined,
  now: Pick<Analysed, 'liveness' | 'after'>,
  environment: StaticEnvironment,
  changed: ReadonlySet<string> | null,
): ReadonlySet<string> {
  const among =
    known === undefined || changed === null
      ? null
      : new Set([...changed, ...boundBy(known.liveness), ...boundBy(now.liveness)]);
  return changedWords(known?.after ?? environment, now.after, among);
}

/** The names whose meaning a cell may change. */
function boundBy({ statements }: CellLiveness): string[] {
  return statements.flatMap(({ writes, mustWrite, imports, kinds }) => [
    ...writes,
    ...mustWrite,
    ...imports.keys(),
    ...kinds.keys(),
  ]);
}

function analysedIn(
  known: Analysed | undefined,
  source: string,
  environment: StaticEnvironment,
  changed: ReadonlySet<string> | null,
): Analysed {
  if (known?.parsed.source === source && known.environment === environment) return known;
  const parsed = known?.parsed.source === source ? known.parsed : parseCell(source);
  const liveness = analyzeLiveness(parsed, environment);
  const { environment: after } = liveness;
  if (known === undefined) return { parsed, environment, after, liveness };
  // cells below need no new analysis if they would find the same
  const same = changesBy(known, { liveness, after }, environment, changed).size === 0;
  return {
    parsed,
    environment,
    after: same ? known.after : after,
    liveness: same && sameNames(known.liveness, liveness) ? known.liveness : liveness,
  };
}

function sameNames(a: CellLiveness, b: CellLiveness): boolean {
  return (
    a.unknownWrites === b.unknownWrites &&
    sameSet(a.live, b.live) &&
    sameSet(a.dead, b.dead) &&
    sameSet(a.writes, b.writes) &&
    sameSet(a.mutates, b.mutates) &&
    sameSet(a.deletes, b.deletes) &&
    a.bindings.size === b.bindings.size &&
    [...a.bindings].every(([name, change]) => b.bindings.get(name) === change)
  );
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}
