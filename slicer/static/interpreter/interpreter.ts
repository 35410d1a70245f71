/**
 * The abstract interpreter (Cousot & Cousot, POPL 1977; over notebooks as NBLyzer, Subotić et al., CAV 2022):
 * runs cells on abstract values, statement by statement, loops to a fixpoint. It computes the reads, bindings
 * and changes of each cell.
 *
 * The interpreter is a chain of classes, each with one subject. A class calls the classes after it only through
 * the abstract methods that it declares: value-flow, object-values, name-values, change-values, part-values,
 * target-values, expression-values, class-values, function-values, observed-calls, declared-values,
 * guessed-values, callback-values, library-values, call-values, definition-values, control-flow,
 * statement-values, interpreter.
 */
import { cellScopes } from '../cell-scopes.ts';
import { type CellStatement, parseCell } from '../parse.ts';
import type { Scope } from '../scopes.ts';
import type { Range } from '../syntax.ts';
import type { Accesses } from './accesses.ts';
import type { Frame } from './frame.ts';
import { describe, type NameMeaning } from './meanings.ts';
import { NameUses, type StatementNames } from './name-uses.ts';
import { type AbstractObject, ownersOf, reachOf, type Value } from './objects.ts';
import { type Changes, State } from './state.ts';
import { StatementValues } from './statement-values.ts';

/** The accesses of a cell, and the names that share objects. */
export interface CellResult {
  readonly accesses: Accesses;
  /**
   * For a read name: the other names of the same object, of one inside it, or of one around it, when the cell
   * began. The flag tells whether a name is only a loop variable left from a loop.
   */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
  /** Whether the interpretation was stopped because it took too long. */
  readonly isCutOff: boolean;
  /** The ranges with invalid Python. */
  readonly errors: readonly Range[];
  /** The names of each statement. */
  readonly statements: readonly StatementNames[];
}

/** Interprets the cells of a notebook in the order in which they run. */
export class Interpreter extends StatementValues {
  #cells = 0;
  #statements = 0;
  /** The global names that the last cell has bound or deleted, with their values before. */
  #old: ReadonlyMap<string, Value> = new Map();

  /**
   * Interprets the next cell; a cell that nests too deep gives an empty result. `number`: the number of the cell,
   * which no other cell has; `frame`: the objects that an earlier interpretation of the cell made.
   */
  interpret(source: string, number = this.#cells + 1, frame?: Frame): CellResult {
    const last = this.#cells;
    this.#cells = number;
    this.trail.note(() => {
      this.#cells = last;
    });
    const before = this.state;
    try {
      return this.#interpret(source, frame);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.state = before;
      return { ...this.#interpret(''), isCutOff: true };
    }
  }

  /**
   * The meanings of the names whose meaning the last cell may have changed: names that it has bound or deleted,
   * names that shared an object with them, and names of objects with new contents.
   */
  meanings(): ReadonlyMap<string, NameMeaning> {
    const touched = new Set<string>();
    const touch = (objects: Iterable<AbstractObject>) => {
      for (const owner of ownersOf(objects)) for (const name of this.names.of(owner)) touched.add(name);
    };
    touch(this.grown);
    for (const [name, value] of this.#old) {
      touched.add(name);
      touch(reachOf(value));
      touch(reachOf(this.state.get(name)?.value ?? []));
    }
    return new Map([...touched].map((name) => [name, this.#meaningOf(name)]));
  }

  #meaningOf(name: string): NameMeaning {
    const binding = this.state.get(name);
    const sharers = new Set<string>();
    for (const owner of ownersOf(reachOf(binding?.value ?? [])))
      for (const other of this.names.of(owner))
        if (other !== name && this.state.get(other)?.value.includes(owner)) sharers.add(other);
    return describe(binding, [...sharers].sort());
  }

  /** Interprets functions without calls after all cells, to learn their callees. */
  finish(): void {
    this.begin({ number: this.#cells + 1, source: '', scopes: cellScopes(parseCell('')) });
    this.state.dead = false;
    try {
      this.runUncalled();
    } catch (error) {
      // nested too deep: the rest stays unknown
      if (!(error instanceof RangeError)) throw error;
    }
  }

  #interpret(source: string, frame?: Frame): CellResult {
    const parsed = parseCell(source);
    const scopes = cellScopes(parsed);
    this.begin({ number: this.#cells, source, scopes }, frame);
    const last = parsed.statements.at(-1)?.body.at(-1);
    this.shown = last?.type === 'expression' && !/;\s*$/.test(source) ? last.value : null;
    this.state.dead = false;
    const before = this.state;
    this.state = new State(before);
    const statements = parsed.statements.map((statement) => this.#names(statement, scopes.module));
    const changes = this.state.since(before);
    const sharers = this.#sharers(before, changes);
    const old = new Map<string, Value>();
    for (const name of changes.keys())
      if (!name.includes('#')) old.set(name, before.get(name)?.value ?? [this.unknownAt(name)]);
    before.join([changes]);
    this.state = before;
    const { accesses } = this;
    const isCutOff = this.isCutOff || parsed.isTooDeep;
    for (const [name, binding] of changes) {
      if (binding?.cell === this.#cells && binding.sure) accesses.bindsSurely(name);
    }
    const aliases = new Map([...accesses.reads].map(([name, { value }]) => [name, sharers(value)]));
    this.#old = old;
    this.end(old);
    return { accesses, aliases, isCutOff, errors: parsed.errors, statements };
  }

  /** Interprets a statement of the cell; returns its names. */
  #names(statement: CellStatement, scope: Scope): StatementNames {
    const outer = this.state;
    this.#statements += 1;
    this.uses = new NameUses(this.#statements);
    this.state = new State(outer);
    this.state.dead = outer.dead;
    this.block(statement.body, scope);
    const changes = this.state.since(outer);
    if (statement.isolated !== null) this.#forget(statement.isolated, outer);
    else {
      outer.join([changes]);
      outer.dead = this.state.dead;
      this.state = outer;
    }
    return this.uses.of(statement, outer.dead ? null : changes);
  }

  /**
   * The names that shared objects with a value when the cell began, except names that the cell has surely
   * bound again.
   */
  #sharers(before: State, changes: Changes): (value: Value) => ReadonlyMap<string, boolean> {
    const number = this.#cells;
    return (value) => {
      const found = new Map<string, boolean>();
      for (const object of ownersOf(reachOf(value))) {
        for (const name of this.names.of(object)) {
          if (changes.has(name) && changes.get(name)?.cell === number) continue;
          const binding = before.get(name);
          if (binding?.by !== 'assignment' && binding?.by !== 'loop') continue;
          if (binding.value.includes(object)) found.set(name, binding.by === 'loop');
        }
      }
      return found;
    };
  }

  /** Drops the bindings of a command that keeps them inside (`%timeit`). */
  #forget(names: ReadonlySet<string>, outer: State): void {
    this.state = outer;
    for (const name of names) this.accesses.bound.delete(name);
  }
}
