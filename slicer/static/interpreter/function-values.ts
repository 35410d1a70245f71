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

/** An argument passed by position. */
export const positional = (value: Value): PassedValue => ({ keyword: null, star: false, value });

/** The interpretation of the notebook's functions and classes. */
export abstract class FunctionValues extends ExpressionValues {
  readonly #running = new Set<FunctionCode['node']>();
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
   * An attribute from the class of an object, or from a base of it.
   * Unsound, static analysis only: the interpreter does not run methods called by syntax (properties, `__getitem__`, operators).
   */
  protected classAttribute(object: AbstractObject, name: string, node: Expression): Value | null {
    const cls = object.meaning.type === 'class' ? object : object.ofClass;
    if (cls === null) return null;
    const found = this.lookUp(cls, name);
    if (found === null || object.meaning.type === 'class') return found;
    return found.map((each) => {
      if (each.meaning.type !== 'function') return each;
      const { code } = each.meaning;
      const bound = () => new AbstractObject({ type: 'method', self: object, code }, null);
      return this.makeAs(node, bound, `method ${name}`);
    });
  }

  private lookUp(cls: AbstractObject, name: string): Value | null {
    const own = this.attributeOf(cls, name);
    if (own.length > 0) return own;
    if (cls.meaning.type !== 'class') return null;
    for (const base of cls.meaning.bases) {
      const found = this.lookUp(base, name);
      if (found !== null) return found;
    }
    return null;
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

  /** Runs a function's body with these arguments; returns its results. */
  protected run(code: FunctionCode, passed: readonly PassedValue[], node: Range): Value {
    const { node: definition } = code;
    if (this.#running.has(definition) || this.depth >= DEEPEST_CALL || this.state.dead) {
      return [this.make(node, null, 'recursion')];
    }
    const scope = code.cell.scopes.of.get(definition);
    if (scope === undefined) return [];
    this.trail.add(this.#called, definition);
    this.trail.delete(this.#uncalled, definition);
    const outer = { code: this.code, frame: this.frame, state: this.state };
    this.#running.add(definition);
    this.depth += 1;
    this.frame = outer.frame.at(node);
    this.frame.returned.length = 0;
    const before = outer.state;
    this.state = new State(before);
    this.code = code.cell;
    this.bindParameters(code, passed, scope, node);
    this.body(code, scope);
    const { returned } = this.frame;
    const end = this.state;
    this.code = outer.code;
    this.frame = outer.frame;
    this.state = before;
    before.join([end.since(before)]);
    this.depth -= 1;
    this.#running.delete(definition);
    if (definition.type === 'function' && definition.deferred) {
      const generator = this.make(node, 'builtins.generator');
      this.hold(generator, ELEMENTS, unionOf(returned));
      return [generator];
    }
    return unionOf(returned);
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
