/**
 * The abstract interpreter (Cousot & Cousot, POPL 1977; over notebooks as NBLyzer, Subotić et al., CAV 2022):
 * runs cells on abstract values, statement by statement, loops to a fixpoint. It computes the reads, bindings
 * and changes of each cell.
 */
import { catchesMissing } from '../catches-missing.ts';
import { cellScopes } from '../cell-scopes.ts';
import { type CellStatement, parseCell } from '../parse.ts';
import type { Scope } from '../scopes.ts';
import { type Expression, importedPath, type Range, type Statement, type TypeParameter } from '../syntax.ts';
import type { Accesses } from './accesses.ts';
import { CallValues, REGISTERED } from './call-values.ts';
import { OPERATORS } from './expression-values.ts';
import type { Frame } from './frame.ts';
import { positional, SETTER } from './function-values.ts';
import { describe, type NameMeaning } from './meanings.ts';
import { NameUses, type StatementNames } from './name-uses.ts';
import {
  AbstractObject,
  attributeField,
  type FunctionCode,
  isIterator,
  keyField,
  ownersOf,
  ownPath,
  reachOf,
  type Value,
} from './objects.ts';
import { type Changes, State } from './state.ts';

/** The truth of a constant test, otherwise null. */
function constantTruth(test: Expression | null): boolean | null {
  return test?.type === 'constant' ? test.truth : null;
}

type Loop = Extract<Statement, { readonly type: 'for' | 'while' }>;

/**
 * The limit of rounds through a loop's body. Contents of objects only grow, so the rounds end anyway; the
 * limit bounds the time.
 */
const MOST_ROUNDS = 4;

/** The longest literal list that a loop visits element by element. */
const MOST_LISTED = 6;

/** The elements of one list or tuple, in order; null: they are not known one by one, or there are too many. */
function listedElements(iterable: Value): readonly Value[] | null {
  const [only] = iterable;
  if (iterable.length !== 1 || !/^builtins\.(?:list|tuple)$/.test(only!.kind ?? '')) return null;
  const { fields } = only!;
  if (fields.size === 0 || fields.size > MOST_LISTED) return null;
  const elements: Value[] = [];
  for (let i = 0; i < fields.size; i++) {
    const held = fields.get(keyField(i));
    if (held === undefined) return null;
    elements.push([...held]);
  }
  return elements;
}

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
export class Interpreter extends CallValues {
  #cells = 0;
  #statements = 0;
  /** The global names that the last cell has bound or deleted, with their values before. */
  #old: ReadonlyMap<string, Value> = new Map();
  #exits: Changes[] = [];
  #breaks: Changes[] = [];
  #continues: Changes[] = [];
  #loop: State | null = null;
  #entry: State | null = null;
  /** The class whose body is interpreted. */
  #class: AbstractObject | null = null;

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
      for (const owner of ownersOf(objects)) for (const name of this.namesOf(owner)) touched.add(name);
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
      for (const other of this.namesOf(owner))
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
        for (const name of this.namesOf(object)) {
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

  block(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) {
      if (this.state.dead) return;
      if (this.depth === 0) this.at = statement;
      this.statement(statement, scope);
    }
  }

  protected body({ node }: FunctionCode, scope: Scope): void {
    const outer = { exits: this.#exits, loop: this.#loop, entry: this.#entry };
    [this.#exits, this.#loop, this.#entry] = [[], null, this.state];
    const before = this.state;
    this.state = new State(before);
    if (node.type === 'lambda') this.frame.returned.push(this.expression(node.body, scope));
    else this.block(node.body, scope);
    if (!this.state.dead) this.#exits.push(this.state.since(before));
    this.state = before;
    if (this.#exits.length > 0) before.join(this.#exits);
    [this.#exits, this.#loop, this.#entry] = [outer.exits, outer.loop, outer.entry];
  }

  private statement(node: Statement, scope: Scope): void {
    switch (node.type) {
      case 'expression': {
        const { value } = node;
        const inner = value.type === 'operation' && value.operands.length === 1 ? value.operands[0]! : value;
        if (inner.type === 'call') this.call(inner, scope, true);
        else this.expression(value, scope);
        return;
      }
      case 'assign': {
        const value = this.expression(node.value, scope);
        for (const target of node.targets) this.store(target, scope, value);
        return;
      }
      case 'annotated':
        if (node.value !== null) this.store(node.target, scope, this.expression(node.value, scope));
        else if (node.target.type !== 'name') this.expression(node.target, scope);
        if (scope.kind !== 'function') this.perhaps(() => this.expression(node.annotation, scope));
        return;
      case 'update':
        this.update(node, scope);
        return;
      case 'delete':
        for (const target of node.targets) this.delete(target, scope);
        return;
      case 'return':
      case 'raise':
        this.leave(node, scope);
        if (node.type === 'return' && this.#entry !== null) this.#exits.push(this.state.since(this.#entry));
        this.uses.paths.leave();
        this.state.dead = true;
        return;
      case 'break':
      case 'continue':
        if (node.type === 'break') this.domain?.ended(this.here(node));
        if (this.#loop !== null)
          (node.type === 'break' ? this.#breaks : this.#continues).push(this.state.since(this.#loop));
        this.uses.paths.leaveLoop();
        this.state.dead = true;
        return;
      case 'assert':
        for (const value of node.values.slice(0, 1)) this.expression(value, scope);
        this.perhaps(() => {
          for (const value of node.values.slice(1)) this.expression(value, scope);
        });
        return;
      case 'pass':
      case 'global':
      case 'nonlocal':
        return;
      case 'import':
        if (node.star) this.uses.stars.push(node.module ?? '');
        if (node.star && node.module !== null) {
          this.#import(node.module);
        }
        for (const name of node.names) {
          const path = importedPath(node.module, name);
          this.bind(name.bound, scope, [this.path(path)], 'import');
          this.uses.imports.set(this.key(name.bound, scope), path);
        }
        return;
      case 'type-alias':
        if (node.name !== null) this.bind(node.name.id, scope, [this.make(node, null)]);
        // evaluated only on request
        this.perhaps(() => {
          const around = this.typeScope(node.typeParameters, scope);
          if (node.value !== null) this.expression(node.value, around);
        });
        return;
      case 'if':
        this.choice(node, scope);
        return;
      case 'while':
      case 'for':
        this.loop(node, scope);
        return;
      case 'try':
        this.tryStatement(node, scope);
        return;
      case 'with':
        this.withStatement(node, scope);
        return;
      case 'match': {
        const subject = this.expression(node.subject, scope);
        const ways = node.cases.map(({ pattern, guard, body }) => () => {
          for (const value of pattern.values) this.expression(value, scope);
          for (const name of pattern.captures) this.store(name, scope, subject);
          if (guard !== null) this.expression(guard, scope);
          this.block(body, scope);
        });
        const exhaustive = node.cases.some(({ pattern, guard }) => pattern.irrefutable && guard === null);
        this.branches(exhaustive ? ways : [...ways, () => {}]);
        return;
      }
      case 'function':
        this.defineFunction(node, scope);
        return;
      case 'class':
        this.defineClass(node, scope);
        return;
    }
  }

  /** All names of a module may be names of the notebook from here on. */
  #import(star: string): void {
    this.stars.push(star);
    this.trail.note(
      () => this.stars.pop(),
      () => this.#import(star),
    );
  }

  /** Unsound, static analysis only: undeclared context managers may swallow exceptions. */
  private withStatement(node: Extract<Statement, { readonly type: 'with' }>, scope: Scope): void {
    const { paths } = this.uses;
    let [swallows, passes] = [false, true];
    const managers = node.items.map(({ context, target }): [Expression, Value] => {
      let value: Value = [];
      const enter = () => {
        value = this.expression(context, scope);
        const entered = this.callSpecial(value, '__enter__', [], context);
        // a function under `contextlib.contextmanager` gives what it yields
        const generators = value.filter(({ kind }) => kind === 'builtins.generator');
        const yielded = generators.length === 0 ? value : this.elements(generators, context);
        if (target !== null) this.store(target, scope, entered ?? yielded);
      };
      if (passes) enter();
      else paths.perhaps(enter);
      const letsOut = value.map(({ kind }) => (kind === null ? null : this.library.letsOut(kind)));
      swallows ||= letsOut.includes(false);
      passes &&= letsOut.length > 0 && letsOut.every((each) => each === true);
      return [context, value];
    });
    const entered = this.state;
    const body = () => this.block(node.body, scope);
    if (swallows) {
      const surely = this.sure;
      this.state = new State(entered);
      this.sure = false;
      paths.harmless(body);
      this.sure = surely;
      const ends = this.state.dead ? [] : [this.state.since(entered)];
      this.state = entered;
      entered.join([new Map(), ...ends]);
    } else if (passes) body();
    else paths.perhaps(body);
    const { dead } = this.state;
    this.state.dead = false;
    for (const [context, value] of managers.reverse())
      this.callSpecial(value, '__exit__', [[], [], []], context);
    this.state.dead ||= dead;
  }

  private choice(node: Extract<Statement, { readonly type: 'if' }>, scope: Scope): void {
    const test = node.test === null ? [] : this.expression(node.test, scope);
    this.domain?.entered(test);
    const truth = constantTruth(node.test);
    const ways = [node.body, node.otherwise].map((block) => () => this.block(block, scope));
    if (truth === null) this.branches(ways);
    else ways[truth ? 0 : 1]!();
    this.domain?.left();
  }

  /** Interprets the values of a `return` or `raise`; several values are returned as a tuple. */
  private leave(node: Extract<Statement, { readonly type: 'return' | 'raise' }>, scope: Scope): void {
    const values = node.values.map((value) => this.expression(value, scope));
    if (node.type === 'raise') return;
    const [only] = values;
    if (values.length < 2) this.frame.returned.push(only ?? []);
    else {
      const tuple = this.make(node, 'builtins.tuple');
      for (const [i, value] of values.entries()) this.hold(tuple, keyField(i), value);
      this.frame.returned.push([tuple]);
    }
  }

  /** `target += value` may change the object in place, and binds the name again. */
  private update(node: Extract<Statement, { readonly type: 'update' }>, scope: Scope): void {
    const { target } = node;
    const before = this.expression(target, scope);
    const value = this.expression(node.value, scope);
    const objects = before.filter(({ isShared }) => isShared);
    const known = objects.every(({ kind }) => kind !== null);
    const root = this.rootOf(target, scope);
    const evidence = (name: string) =>
      this.evidence('text', `changes ${name}: ${this.text(node)}`, known, known);
    const operator = this.code.source.slice(target.to, node.value.from).replace(/[=()\s\\]/g, '');
    this.callSpecial(before, (OPERATORS[operator] ?? '').replace('__', '__i'), [value], target);
    if (target.type === 'name') {
      this.change(objects, evidence, root, false);
      this.domain?.stored(objects, value, target, [], true, this.here(node));
      const after = before.length > 0 ? before : value;
      this.bind(target.id, scope, this.derived(node, after, [before, value], { type: 'operation' }));
    } else {
      this.store(target, scope, before.length > 0 ? before : value);
    }
  }

  private delete(target: Expression, scope: Scope): void {
    if (target.type === 'name') this.unbind(target.id, scope);
    else if (target.type === 'display') for (const element of target.elements) this.delete(element, scope);
    else if (target.type === 'attribute' || target.type === 'subscript') {
      const objects = this.expression(target.object, scope);
      if (target.type === 'subscript') {
        const index = target.index.map((part) => this.expression(part, scope));
        this.domain?.deleted(objects, index, this.here(target));
      }
      this.changeByText(target.object, objects, scope, `${this.text(target)} is deleted`);
    }
  }

  private loop(node: Loop, scope: Scope): void {
    const outer = { breaks: this.#breaks, continues: this.#continues, loop: this.#loop };
    const surely = this.sure;
    const iterable = node.type === 'for' ? this.expression(node.iterable, scope) : [];
    const head = this.state;
    const one = node.type === 'for' ? listedElements(iterable) : null;
    const truth = node.type === 'while' ? constantTruth(node.test) : null;
    this.loops += 1;
    const { turn } = this;
    this.#breaks = [];
    const { paths } = this.uses;
    const body = () => this.block(node.body, scope);
    for (let round = 0; round < (one?.length ?? MOST_ROUNDS); round++) {
      const { held } = this;
      this.state = new State(head);
      [this.#continues, this.#loop] = [[], head];
      if (node.type === 'for') this.consumeBy(node, iterable, scope);
      else if (node.test !== null) this.expression(node.test, scope);
      if (truth === false) {
        this.state = head;
        break;
      }
      this.sure = false;
      if (node.type === 'for') {
        if (one !== null) this.turn = `${turn}/${round}`;
        const element = one?.[round] ?? this.elements(iterable, node.iterable);
        paths.perhaps(() => this.store(node.target, scope, element, 'loop'));
      }
      if (truth === true) paths.loop(body);
      else paths.perhaps(body);
      this.sure = surely;
      const ends = [...this.#breaks, ...this.#continues];
      if (!this.state.dead) ends.push(this.state.since(head));
      this.state = head;
      const changed = head.join([new Map(), ...ends]);
      if (this.isCutOff || (one === null && !changed && held === this.held)) break;
    }
    this.loops -= 1;
    this.turn = turn;
    const exits = this.#breaks;
    [this.#breaks, this.#continues, this.#loop] = [outer.breaks, outer.continues, outer.loop];
    if (node.otherwise.length > 0 && truth !== true) {
      this.state = new State(head);
      this.sure = false;
      paths.perhaps(() => this.block(node.otherwise, scope));
      this.sure = surely;
      if (!this.state.dead) exits.push(this.state.since(head));
      this.state = head;
      if (exits.length > 0) head.join(exits);
    } else if (truth === true) {
      if (exits.length > 0) head.join(exits);
      else head.dead = true;
    }
  }

  private consumeBy(node: Extract<Loop, { readonly type: 'for' }>, iterable: Value, scope: Scope): void {
    this.changeByText(node.iterable, iterable.filter(isIterator), scope, 'a loop takes its elements');
  }

  private tryStatement(node: Extract<Statement, { readonly type: 'try' }>, scope: Scope): void {
    const before = this.state;
    const surely = this.sure;
    const { paths } = this.uses;
    this.state = new State(before);
    const run = () => this.block(node.body, scope);
    if (node.handlers.length === 0) run();
    else {
      this.sure = false;
      if (node.handlers.some(({ exception }) => catchesMissing(exception))) paths.harmless(run);
      else paths.perhaps(run);
    }
    const body = this.state.since(before);
    paths.perhaps(() => this.block(node.otherwise, scope));
    const ends = this.state.dead ? [] : [this.state.since(before)];
    this.sure = false;
    paths.perhaps(() => {
      for (const { exception, name, body: handler } of node.handlers) {
        this.state = new State(before);
        this.state.join([new Map(), body]);
        if (exception !== null) this.expression(exception, scope);
        if (name !== null) this.bind(name.id, scope, [this.make(name, 'builtins.Exception')]);
        this.block(handler, scope);
        if (this.state.dead) continue;
        if (name !== null) this.unbind(name.id, scope);
        ends.push(this.state.since(before));
      }
    });
    if (node.finally.length > 0) {
      // it also runs after a failure, when no binding of the body is sure
      this.state = new State(before);
      this.state.join([new Map(), body, ...ends]);
      paths.perhaps(() => this.block(node.finally, scope));
    }
    this.sure = surely;
    this.state = before;
    if (ends.length > 0) before.join(ends);
    else before.dead = true;
    if (node.finally.length > 0) {
      const { dead } = this.state;
      this.state.dead = false;
      this.block(node.finally, scope);
      this.state.dead ||= dead;
    }
  }

  /** The scope of type parameters, whose bounds are evaluated only on request. */
  private typeScope(owner: readonly TypeParameter[], scope: Scope): Scope {
    if (owner.length === 0 && !this.code.scopes.of.has(owner)) return scope;
    const inner = this.code.scopes.of.get(owner) ?? scope;
    this.perhaps(() => {
      for (const { bound } of owner) if (bound !== null) this.expression(bound, inner);
    });
    return inner;
  }

  private defineFunction(node: Extract<Statement, { readonly type: 'function' }>, scope: Scope): void {
    const decorators = node.decorators.map((decorator) => this.expression(decorator, scope));
    const annotations = [...node.parameters.map(({ annotation }) => annotation), node.returns];
    const around = this.typeScope(node.typeParameters, scope);
    // not evaluated from Python 3.14 on, and after `from __future__ import annotations`
    this.perhaps(() => {
      for (const each of annotations) if (each !== null) this.expression(each, around);
    });
    const path = ownPath(node.name?.id ?? '', scope);
    const defaults = this.defaults(node, scope);
    const code: FunctionCode = { path, node, cell: this.code, defaults, binding: bindingOf(decorators) };
    const made = this.makeAs(node, () => new AbstractObject({ type: 'function', code }, null), 'function');
    this.keepClosure(made, code);
    this.defined(code);
    if (scope.kind === 'class' && this.#class !== null) this.noteMethod(node, this.#class);
    const value =
      this.#attached(node, made, scope) ?? this.decorated(made, node.decorators, decorators, scope);
    if (node.name !== null) this.bind(node.name.id, scope, value, 'definition');
  }

  /**
   * The value of a function that a decorator attaches to one that is there: the setter of a property, an implementation of a
   * `functools.singledispatch` function; null: no decorator does.
   */
  #attached(
    { decorators }: Extract<Statement, { readonly type: 'function' }>,
    made: AbstractObject,
    scope: Scope,
  ): Value | null {
    for (const decorator of decorators) {
      const attribute = decorator.type === 'call' ? decorator.callee : decorator;
      if (attribute.type !== 'attribute' || !ATTACHING.test(attribute.attribute)) continue;
      const owners = this.expression(attribute.object, scope).filter(
        ({ meaning }) => meaning.type === 'function',
      );
      if (owners.length === 0) continue;
      const isRegistered = attribute.attribute === REGISTERED;
      for (const owner of owners)
        this.hold(owner, attributeField(isRegistered ? REGISTERED : SETTER), [made]);
      if (!isRegistered) return owners;
      this.changeByText(attribute.object, owners, scope, `${this.text(attribute)} adds an implementation`);
      return [made];
    }
    return null;
  }

  private defineClass(node: Extract<Statement, { readonly type: 'class' }>, scope: Scope): void {
    const decorators = node.decorators.map((decorator) => this.expression(decorator, scope));
    const around = this.typeScope(node.typeParameters, scope);
    const bases = node.bases.flatMap((base) => this.expression(base, around));
    const path = ownPath(node.name?.id ?? '', scope);
    const define = () => new AbstractObject({ type: 'class', path, node, bases }, null);
    const made = this.makeAs(node, define, 'class');
    const inner = this.code.scopes.of.get(node);
    const outer = this.#class;
    this.#class = made;
    if (inner !== undefined) {
      this.block(node.body, inner);
      for (const name of inner.bound) {
        const value = this.state.get(this.key(name, inner))?.value ?? [];
        this.hold(made, attributeField(name), value);
        for (const { meaning } of value) if (meaning.type === 'function') this.defined(meaning.code, made);
      }
    }
    this.#class = outer;
    for (const hook of this.inBases(made, '__init_subclass__') ?? [])
      if (hook.meaning.type === 'function') this.run(hook.meaning.code, [positional([made])], node, hook);
    const value = this.decorated(made, node.decorators, decorators, scope);
    if (node.name !== null) this.bind(node.name.id, scope, value, 'definition');
  }
}

/** Attributes of functions that are decorators: they add the decorated function to the function that is there. */
const ATTACHING = /^(?:setter|deleter|register)$/;

/** How decorators bind a function. */
function bindingOf(decorators: readonly Value[]): FunctionCode['binding'] {
  for (const { meaning } of decorators.flat()) {
    const binding = meaning.type === 'library' ? BINDINGS[meaning.path] : undefined;
    if (binding !== undefined) return binding;
  }
  return 'instance';
}

const BINDINGS: Readonly<Record<string, FunctionCode['binding']>> = {
  'builtins.classmethod': 'class',
  'builtins.staticmethod': 'static',
  'builtins.property': 'property',
  'functools.cached_property': 'property',
};
