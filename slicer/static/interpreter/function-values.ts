/**
 * Functions and classes of the notebook: their bodies are interpreted where they are called, with the arguments they get; attributes are
 * looked up along their bases. Which calls come to them is call-values.ts's.
 */
import type { Scope } from '../scopes.ts';
import type { Expression, Range } from '../syntax.ts';
import { elementsOf, type PassedValue } from './declared-call.ts';
import { ExpressionValues } from './expression-values.ts';
import { AbstractObject, ELEMENTS, type FunctionCode, keyField, unionOf, type Value } from './objects.ts';
import { State } from './state.ts';

/**
 * How deep bodies of functions are followed.
 * Unsound, static analysis only: effects of deeper calls, and of recursive calls, are missed.
 */
const DEEPEST_CALL = 8;

/** The field under which a property keeps the function that sets it. */
export const SETTER = '__set__';

/** Whether a call of a function runs its body: no decorator replaces the function, and the call does not only make a generator. */
const isCalledSurely = (node: FunctionCode['node']): boolean =>
  node.type === 'lambda' || (!node.deferred && node.decorators.length === 0);

/** An argument passed by position. */
export const positional = (value: Value): PassedValue => ({ keyword: null, star: false, value });

/** The interpretation of the notebook's functions and classes. */
export abstract class FunctionValues extends ExpressionValues {
  readonly #running = new Set<FunctionCode['node']>();
  readonly #methods = new Map<FunctionCode['node'], AbstractObject>();
  readonly #bound = new WeakMap<FunctionCode, Map<AbstractObject, AbstractObject>>();
  readonly #supers = new Map<AbstractObject, Map<AbstractObject, AbstractObject>>();
  /** The method that is interpreted: the class that defines it, and its first argument. */
  #method: { readonly cls: AbstractObject; readonly self: Value } | null = null;
  readonly #called = new Set<FunctionCode['node']>();
  /** Functions without a call so far; for a method with its class. */
  readonly #uncalled = new Map<FunctionCode['node'], [FunctionCode, AbstractObject | null]>();
  /** Whether a function without calls is interpreted: the effects of its calls on the world belong to no cell. */
  protected isSupposed = false;

  /** Interprets the body of a function in its scope; the results are in the frame. */
  protected abstract body(code: FunctionCode, scope: Scope): void;

  /** The library class from which a class of the notebook is derived. */
  protected libraryBase(cls: AbstractObject): string | null {
    if (cls.meaning.type === 'library') return cls.meaning.path;
    if (cls.meaning.type !== 'class') return null;
    for (const base of cls.meaning.bases) {
      const found = this.libraryBase(base);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * An attribute from the class of an object, or from a base of it, bound as its decorators say.
   * Unsound, static analysis only: the interpreter does not run the methods that built-in functions call (`__str__`, `__len__`, `__hash__`).
   */
  protected classAttribute(object: AbstractObject, name: string, node: Expression): Value | null {
    const { meaning } = object;
    if (meaning.type === 'super') {
      const found = this.inBases(meaning.cls, name);
      return found === null ? null : this.bound(found, meaning.self, node);
    }
    const cls = meaning.type === 'class' ? object : object.ofClass;
    const found = cls === null ? null : this.lookUp(cls, name);
    return found === null ? null : this.bound(found, object, node);
  }

  /** Values of a class's attributes as an object, or the class itself, has them. */
  private bound(values: Value, owner: AbstractObject, node: Expression): Value {
    const isClass = owner.meaning.type === 'class';
    const cls = isClass ? owner : owner.ofClass;
    return unionOf(
      values.map((each) => {
        if (each.meaning.type !== 'function') return [each];
        const { code } = each.meaning;
        if (code.binding === 'class' && cls !== null) return [this.boundTo(cls, code)];
        if (code.binding === 'static' || isClass) return [each];
        if (code.binding === 'property') return this.run(code, [positional([owner])], node, each);
        return [this.boundTo(owner, code)];
      }),
    );
  }

  private boundTo(self: AbstractObject, code: FunctionCode): AbstractObject {
    const known = this.#bound.get(code) ?? new Map<AbstractObject, AbstractObject>();
    this.#bound.set(code, known);
    const method = known.get(self) ?? new AbstractObject({ type: 'method', self, code }, null);
    known.set(self, method);
    return method;
  }

  protected callSpecial(
    objects: Value,
    method: string,
    passed: readonly Value[],
    node: Expression,
  ): Value | null {
    const results: Value[] = [];
    for (const object of objects) {
      if (object.ofClass === null) continue;
      for (const { meaning } of this.classAttribute(object, method, node) ?? [])
        if (meaning.type === 'method')
          results.push(this.run(meaning.code, [[meaning.self], ...passed].map(positional), node));
    }
    return results.length === 0 ? null : unionOf(results);
  }

  protected storeBySyntax(
    object: AbstractObject,
    target: Extract<Expression, { readonly type: 'attribute' | 'subscript' }>,
    index: readonly Value[],
    value: Value,
  ): boolean {
    if (object.ofClass === null) return false;
    if (target.type === 'subscript')
      return this.callSpecial([object], '__setitem__', [...index, value], target) !== null;
    const setters = (this.lookUp(object.ofClass, target.attribute) ?? []).flatMap((each) =>
      this.attributeOf(each, SETTER),
    );
    for (const { meaning } of setters)
      if (meaning.type === 'function')
        this.run(meaning.code, [positional([object]), positional(value)], target);
    return setters.length > 0;
  }

  /** Runs what an object of another cell runs when its elements are taken. */
  protected resume(object: AbstractObject): void {
    this.later.take(object, this.cell.number, ({ code, run }) => {
      const outer = this.code;
      this.code = code;
      this.perhaps(run);
      this.code = outer;
    });
  }

  protected override elementsOf(object: AbstractObject, node: Range): Value {
    this.resume(object);
    const at = node as Expression;
    const next = (each: AbstractObject): Value =>
      this.callSpecial([each], '__next__', [], at) ?? super.elementsOf(each, node);
    const iterators = this.callSpecial([object], '__iter__', [], at) ?? [object];
    return unionOf(iterators.map(next));
  }

  /** The object that `super()` gives in the method that is interpreted, for each object that the method may have got. */
  protected superObjects(): Value {
    if (this.#method === null) return [];
    const { cls, self } = this.#method;
    return self.map((each) => {
      const known = this.#supers.get(cls) ?? new Map<AbstractObject, AbstractObject>();
      this.#supers.set(cls, known);
      const made = known.get(each) ?? new AbstractObject({ type: 'super', self: each, cls }, each.kind);
      known.set(each, made);
      return made;
    });
  }

  /** An attribute of the first base that has it. */
  protected inBases(cls: AbstractObject, name: string): Value | null {
    if (cls.meaning.type !== 'class') return null;
    for (const base of cls.meaning.bases) {
      const found = this.lookUp(base, name);
      if (found !== null) return found;
    }
    return null;
  }

  /** The function belongs to the body of a class. */
  protected noteMethod(node: FunctionCode['node'], cls: AbstractObject): void {
    this.#methods.set(node, cls);
  }

  private lookUp(cls: AbstractObject, name: string): Value | null {
    const own = this.attributeOf(cls, name);
    return own.length > 0 ? own : this.inBases(cls, name);
  }

  /** Notes the definition of a function. */
  protected override defined(code: FunctionCode, cls: AbstractObject | null = null): void {
    if (!this.#called.has(code.node)) this.trail.set(this.#uncalled, code.node, [code, cls]);
  }

  /**
   * Interprets the functions without calls, with unknown arguments, after all cells. The results only tell
   * the callees of their calls; no other effect counts.
   */
  protected runUncalled(): void {
    this.isSupposed = true;
    const objects = new Map<AbstractObject, AbstractObject>();
    for (const [code, cls] of this.#uncalled.values()) {
      if (cls !== null && !objects.has(cls)) objects.set(cls, this.supposedObject(cls, code.node));
      this.runSupposed(code, cls === null ? null : objects.get(cls)!);
    }
    this.isSupposed = false;
  }

  /** An object of a class of the notebook, as its constructor leaves it. */
  private supposedObject(cls: AbstractObject, node: Range): AbstractObject {
    const make = () => new AbstractObject({ type: 'instance' }, this.libraryBase(cls), { ofClass: cls });
    const made = this.makeAs(node, make, 'supposed');
    for (const { meaning } of this.lookUp(cls, '__init__') ?? [])
      if (meaning.type === 'function') this.runSupposed(meaning.code, made);
    return made;
  }

  private runSupposed(code: FunctionCode, self: AbstractObject | null): void {
    const { state } = this;
    this.state = new State(state);
    const parameters = self === null ? code.node.parameters : code.node.parameters.slice(1);
    const passed = parameters.flatMap(({ name, kind }): PassedValue[] => {
      if (name === null || kind === 'star' || kind === 'double-star') return [];
      const unknown = this.make(code.node, null, `parameter ${name}`);
      const value = [unknown, ...(code.defaults.get(name) ?? [])];
      return [{ keyword: kind === 'positional' ? null : name, star: false, value }];
    });
    this.run(code, self === null ? passed : [positional([self]), ...passed], code.node);
    this.state = state;
  }

  /** Runs a function's body with these arguments; returns its results. `closure`: the function, which keeps the variables around it. */
  protected run(
    code: FunctionCode,
    passed: readonly PassedValue[],
    node: Range,
    closure: AbstractObject | null = null,
  ): Value {
    const { node: definition } = code;
    if (this.#running.has(definition) || this.depth >= DEEPEST_CALL || this.state.dead || this.isCutOff) {
      return [this.make(node, null, 'recursion')];
    }
    const scope = code.cell.scopes.of.get(definition);
    if (scope === undefined) return [];
    this.trail.add(this.#called, definition);
    this.trail.delete(this.#uncalled, definition);
    const outer = { code: this.code, frame: this.frame, state: this.state, method: this.#method };
    const cls = this.#methods.get(definition);
    if (cls !== undefined) this.#method = { cls, self: passed[0]?.value ?? [] };
    this.#running.add(definition);
    this.depth += 1;
    this.frame = outer.frame.at(node);
    this.frame.returned.length = 0;
    const before = outer.state;
    this.state = new State(before);
    this.code = code.cell;
    if (closure !== null) this.bindClosure(closure, scope);
    this.bindParameters(code, passed, scope, node);
    const surely = isCalledSurely(definition);
    this.uses.paths.call(surely, () => this.body(code, scope));
    const { returned } = this.frame;
    const end = this.state;
    this.code = outer.code;
    this.frame = outer.frame;
    this.#method = outer.method;
    this.state = before;
    before.join(surely ? [end.since(before)] : [new Map(), end.since(before)]);
    this.depth -= 1;
    this.#running.delete(definition);
    if (definition.type === 'function' && definition.deferred) {
      const generator = this.make(node, 'builtins.generator');
      this.hold(generator, ELEMENTS, unionOf(returned));
      const run = () => this.run(code, passed, node, closure);
      this.later.keep(generator, { cell: this.cell.number, code: this.code, run });
      return [generator];
    }
    return unionOf(returned);
  }

  /** Binds the variables around a function as they were when it was defined: each call of the function around it has its own. */
  private bindClosure(closure: AbstractObject, scope: Scope): void {
    for (const name of scope.uses) {
      if (scope.bound.has(name) && !scope.nonlocals.has(name)) continue;
      const kept = this.attributeOf(closure, name);
      const key = this.key(name, scope);
      if (kept.length === 0 || !key.includes('#')) continue;
      const now = this.state.get(key)?.value ?? [];
      const value = scope.nonlocals.has(name) ? unionOf([kept, now]) : kept;
      this.state.set(key, { value, by: 'assignment', cell: this.cell.number, at: this.uses.id, sure: true });
    }
  }

  private bindParameters(
    { node, defaults }: FunctionCode,
    passed: readonly PassedValue[],
    scope: Scope,
    site: Range,
  ): void {
    const values = new Map<string, Value>();
    const names = node.parameters.filter(({ kind }) => kind === 'positional').map(({ name }) => name);
    const rest: Value[] = [];
    const named: [string, Value][] = [];
    let at = 0;
    for (const { keyword, star, value } of passed) {
      if (star) rest.push(elementsOf(value));
      else if (keyword !== null) {
        if (node.parameters.some(({ name }) => name === keyword)) values.set(keyword, value);
        else named.push([keyword, value]);
      } else {
        const name = names[at++];
        if (name != null) values.set(name, value);
        else rest.push(value);
      }
    }
    const spread = passed.some(({ star }) => star);
    for (const { name, kind } of node.parameters) {
      if (name === null) continue;
      let value =
        values.get(name) ?? (spread ? unionOf([...rest, defaults.get(name) ?? []]) : defaults.get(name));
      if (kind === 'star') {
        const tuple = this.make(node, 'builtins.tuple', `rest ${site.from}`);
        for (const each of rest) this.hold(tuple, ELEMENTS, each);
        value = [tuple];
      } else if (kind === 'double-star') {
        const dict = this.make(node, 'builtins.dict', `named ${site.from}`);
        for (const [key, each] of named) this.hold(dict, keyField(key), each);
        value = [dict];
      }
      this.bind(name, scope, value ?? [this.make(node, null, `parameter ${name}`)]);
    }
  }
}
