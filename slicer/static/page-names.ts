/**
 * The names that the cells of a page read and write, each text after the texts above it. After an edit, only
 * the edited cell is interpreted again, and cells that mention a name with another meaning than before. The
 * changes of all other cells below are kept, and made again without interpreting them where a cell below them
 * needs them.
 */
import { Frame } from './interpreter/frame.ts';
import { Interpreter } from './interpreter/interpreter.ts';
import type { LibraryKnowledge } from './interpreter/library.ts';
import type { NameMeaning } from './interpreter/meanings.ts';
import { Trail, type TrailedChange } from './interpreter/trail.ts';
import { type CellLiveness, livenessOf, sameLiveness } from './liveness.ts';
import { type ParsedCell, parseCell } from './parse.ts';
import { wordsOf } from './words-of.ts';

interface NamedCell {
  readonly id: string;
  readonly parsed: ParsedCell;
  readonly liveness: CellLiveness;
  readonly words: ReadonlySet<string>;
  /** Names whose meaning before the cell counts for the cell. */
  readonly needs: ReadonlySet<string>;
  /** What the cell runs without showing the bound names; empty: nothing. */
  readonly unseen: string;
  /** Names whose meaning the cell may change, with their meanings after it. */
  readonly meanings: ReadonlyMap<string, NameMeaning>;
  /** The objects that the cell makes. */
  readonly frame: Frame;
  /** The length of the trail before the changes of the cell; null: they are undone, and kept in `changes`. */
  before: number | null;
  changes: readonly TrailedChange[];
}

/** The names of a page's cells. */
export class PageNames {
  readonly #trail = new Trail(true);
  readonly #interpreter: Interpreter;
  #cells: readonly NamedCell[] = [];
  #byId: ReadonlyMap<string, NamedCell> = new Map();
  /** Each interpretation has a number of its own. */
  #number = 0;

  constructor(library: LibraryKnowledge) {
    this.#interpreter = new Interpreter(library, { trail: this.#trail });
  }

  /** Takes the current cells, in order. */
  update(order: readonly string[], sources: ReadonlyMap<string, string>): void {
    const sourceOf = (id: string) => sources.get(id) ?? '';
    let at = 0;
    while (at < order.length && isUnchanged(this.#cells[at], order[at]!, sourceOf(order[at]!))) at += 1;
    if (at === order.length && at === this.#cells.length) return;
    const old = this.#cells.slice(at);
    this.#takeBack(at);
    const now = this.#cells.slice(0, at);
    const changed = new ChangedWords(now);
    const remaining = new Set(order.slice(at));
    let next = 0;
    for (const id of order.slice(at)) {
      while (next < old.length && old[next]!.id !== id && !remaining.has(old[next]!.id))
        changed.add(changedBy(old[next++]!));
      remaining.delete(id);
      const isInPlace = old[next]?.id === id;
      if (isInPlace) next += 1;
      now.push(this.#place(now, id, sourceOf(id), isInPlace, changed));
    }
    this.#cells = now;
    this.#byId = new Map(now.map((cell) => [cell.id, cell]));
  }

  /** Undoes the changes of the cells from a place on. */
  #takeBack(at: number): void {
    const base = this.#cells[at]?.before;
    if (base == null) return;
    const undone = this.#trail.backTo(base);
    for (let i = at; i < this.#cells.length; i++) {
      const cell = this.#cells[i]!;
      if (cell.before === null) return;
      const end = this.#cells[i + 1]?.before ?? base + undone.length;
      cell.changes = undone.slice(cell.before - base, end - base);
      cell.before = null;
    }
  }

  /** Makes the changes of cells again, up to the last of them. */
  #makeAgain(cells: readonly NamedCell[]): void {
    let first = cells.length;
    while (first > 0 && cells[first - 1]!.before === null) first -= 1;
    for (const cell of cells.slice(first)) {
      cell.before = this.#trail.length;
      for (const change of cell.changes) change.again();
      cell.changes = [];
    }
  }

  /** The names of a cell; the same object as long as nothing has changed. */
  of(id: string): CellLiveness | undefined {
    return this.#byId.get(id)?.liveness;
  }

  parsed(id: string): ParsedCell | undefined {
    return this.#byId.get(id)?.parsed;
  }

  /**
   * Whether IPython may run a cell of one line as a command without `%`, defined by a cell above (`%alias hi
   * echo hello`).
   */
  mayBeCommand(id: string): boolean {
    const [, word] = COMMAND.exec(this.parsed(id)?.source ?? '') ?? [];
    if (word === undefined) return false;
    const defines = new RegExp(`\\balias(?:_magic)?\\s+(?:-\\S+\\s+)*${word}\\b`);
    for (const above of this.#cells) {
      if (above.id === id) return false;
      if (defines.test(above.parsed.source)) return true;
    }
    return false;
  }

  /** Takes the next cell. `isInPlace`: the cells before and after it are the ones of the last time. */
  #place(
    above: readonly NamedCell[],
    id: string,
    source: string,
    isInPlace: boolean,
    changed: ChangedWords,
  ): NamedCell {
    const known = this.#byId.get(id);
    const isSame = known?.parsed.source === source;
    if (known !== undefined && isInPlace && isSame && !changed.concerns(known)) {
      changed.pass(known);
      return known;
    }
    this.#makeAgain(above);
    const before = this.#trail.length;
    const cell = this.#interpret(id, source, known, before);
    if (known === undefined || !isInPlace)
      changed.add([...(known ? changedBy(known) : []), ...changedBy(cell)]);
    else if (isSameChange(known, cell) && !(isSame && hasCode(cell))) {
      // the objects of the version before stay, because the changes of cells below know them
      this.#trail.backTo(before);
      const { meanings, changes } = known;
      const kept = { ...cell, meanings, changes, before: null };
      changed.pass(kept);
      return kept;
    } else changed.add(differing(known, cell));
    changed.pass(cell);
    return cell;
  }

  #interpret(id: string, source: string, known: NamedCell | undefined, before: number): NamedCell {
    this.#number += 1;
    const parsed = parseCell(source);
    const frame = known?.frame.movedTo(known.parsed, parsed) ?? new Frame();
    const { statements } = this.#interpreter.interpret(source, this.#number, frame);
    const meanings = this.#interpreter.meanings();
    const found = livenessOf(parsed, statements);
    const liveness = known !== undefined && sameLiveness(known.liveness, found) ? known.liveness : found;
    const words = known?.parsed === parsed ? known.words : wordsOf(source);
    const [needs, unseen] = [needsOf(found), unseenOf(found, source)];
    return { id, parsed, liveness, words, needs, unseen, meanings, frame, before, changes: [] };
  }
}

/** One line: a word, a space, and more text. */
const COMMAND = /^\s*([A-Za-z_]\w*)[ \t]+\S[^\n]*\s*$/;

/** A name that every path through a cell binds before reading it does not count. */
function needsOf({
  readings,
  writes,
  dead,
  deletes,
  mutates,
  statements,
}: CellLiveness): ReadonlySet<string> {
  const needs = new Set([...readings.keys(), ...deletes, ...mutates]);
  for (const name of writes) if (!dead.has(name)) needs.add(name);
  for (const { lookedUp, mayMutate } of statements) {
    for (const name of lookedUp) needs.add(name);
    for (const name of mayMutate) needs.add(name);
  }
  return needs;
}

function unseenOf({ statements, unknownWrites }: CellLiveness, source: string): string {
  if (!unknownWrites) return '';
  if (statements.some(({ runsUnseen }) => runsUnseen)) return source;
  return statements.flatMap(({ stars }) => stars).join(' ');
}

/** A pseudo-name: any name may have another meaning. */
const ANY = '*';

function isUnchanged(known: NamedCell | undefined, id: string, source: string): boolean {
  return known?.id === id && known.parsed.source === source;
}

const hasCode = ({ meanings }: NamedCell): boolean => [...meanings.values()].some((each) => each.hasCode);

/** Whether cells below find the same after two versions of a cell. */
function isSameChange(a: NamedCell, b: NamedCell): boolean {
  return (
    a.unseen === b.unseen &&
    a.meanings.size === b.meanings.size &&
    [...a.meanings].every(([name, { text }]) => b.meanings.get(name)?.text === text)
  );
}

/** The names whose meaning a cell may change. */
function changedBy({ meanings, unseen }: NamedCell): readonly string[] {
  return unseen === '' ? [...meanings.keys()] : [ANY, ...meanings.keys()];
}

/** The names with another meaning, or with other objects, after another version of a cell. */
function differing(a: NamedCell, b: NamedCell): readonly string[] {
  const unseen = a.unseen === b.unseen ? [] : [ANY];
  const names = [...new Set([...a.meanings.keys(), ...b.meanings.keys()])].filter((name) => {
    const [before, after] = [a.meanings.get(name), b.meanings.get(name)];
    if (before === undefined || after === undefined || before.text !== after.text) return true;
    return before.objects.some((object, i) => object !== after.objects[i]);
  });
  return [...unseen, ...names];
}

/** The words with another meaning than before, and the functions that mention them. */
class ChangedWords {
  readonly #words = new Set<string>();
  /** Cells with functions or classes. */
  readonly #code: NamedCell[];

  /** `above`: the cells above the first change. */
  constructor(above: readonly NamedCell[]) {
    this.#code = above.filter(hasCode);
  }

  add(words: Iterable<string>): void {
    const size = this.#words.size;
    for (const word of words) this.#words.add(word);
    if (this.#words.size > size) this.#spread();
  }

  /** Goes past a cell: its functions count from now on. */
  pass(cell: NamedCell): void {
    if (cell.liveness.unknownWrites && this.#has(cell.words)) this.#words.add(ANY);
    if (!hasCode(cell)) return;
    this.#code.push(cell);
    if (this.#has(cell.words)) this.#spread();
  }

  /** Whether a cell may find something else than before. */
  concerns({ needs, words, liveness }: NamedCell): boolean {
    return this.#has(liveness.unknownWrites ? words : needs);
  }

  #has(words: ReadonlySet<string>): boolean {
    if (this.#words.has(ANY)) return true;
    const [few, many] = this.#words.size < words.size ? [this.#words, words] : [words, this.#words];
    for (const word of few) if (many.has(word)) return true;
    return false;
  }

  /** Adds the functions that mention changed words, and their mentioners. */
  #spread(): void {
    for (let size = -1; size < this.#words.size; ) {
      size = this.#words.size;
      for (const cell of this.#code) {
        if (!this.#has(cell.words)) continue;
        for (const [name, { hasCode }] of cell.meanings) if (hasCode) this.#words.add(name);
      }
    }
  }
}
