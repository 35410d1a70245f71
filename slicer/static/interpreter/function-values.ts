/**
 * Functions of the notebook: interprets their bodies where they are called, with the arguments they get.
 * call-values.ts finds the called functions.
 */
import type { Scope } from '../scopes.ts';
import type { Range } from '../syntax.ts';
import { elementsOf, type PassedValue, positional } from './bound-call.ts';
import { ClassValues } from './class-values.ts';
import { AbstractObject, ELEMENTS, type FunctionCode, keyField, unionOf, type Value } from './objects.ts';
import { State } from './state.ts';

/**
 * How deep bodies of functions are followed.
 * Unsound, static analysis only: effects of deeper calls, and of recursive calls, are missed.
 */
const DEEPEST_CALL = 8;

/** Whether a call of a function runs its body: no decorator replaces the function, and the call does not only make a generator. */
const isCalledSurely = (node: FunctionCode['node']): boolean =>
  node.type === 'lambda' || (!node.deferred && node.decorators.length === 0);

/** The interpretation of the notebook's functions. */
export abstract class FunctionValues extends ClassValues {
  readonly #running = new Set<FunctionCode['node']>();
  readonly #called = new Set<FunctionCode['node']>();
  /** Functions without a call so far; for a method with its class. */
  readonly #uncalled = new Map<FunctionCode['node'], [FunctionCode, AbstractObject | null]>();
  /** Whether a function without calls is interpreted: the effects of its calls on the world belong to no cell. */
  protected isSupposed = false;

  /** Interprets the body of a function in its scope; the results are in the frame. */
  protected abstract body(code: FunctionCode, scope: Scope): void;

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
    const outer = { code: this.code, frame: this.frame, state: this.state, method: this.method };
    const cls = this.classAround(definition);
    if (cls !== undefined) this.method = { cls, self: passed[0]?.value ?? [] };
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
    this.method = outer.method;
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
