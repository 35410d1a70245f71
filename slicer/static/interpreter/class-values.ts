/**
 * Classes of the notebook: looks attributes up along the bases, binds methods to their objects, and runs the
 * special methods that syntax calls. function-values.ts runs the bodies.
 */
import type { Expression, Range } from '../syntax.ts';
import { elementsOf, type PassedValue, positional } from './bound-call.ts';
import { ExpressionValues } from './expression-values.ts';
import { AbstractObject, type FunctionCode, unionOf, type Value } from './objects.ts';
import { type SpecialMethods, TRUTH } from './special-methods.ts';

/** The field under which a property keeps the function that sets it. */
export const SETTER = '__set__';

/** The interpretation of the notebook's classes. */
export abstract class ClassValues extends ExpressionValues {
  readonly #classes = new Map<FunctionCode['node'], AbstractObject>();
  readonly #bound = new WeakMap<FunctionCode, Map<AbstractObject, AbstractObject>>();
  readonly #supers = new Map<AbstractObject, Map<AbstractObject, AbstractObject>>();
  /** The method that is interpreted: the class that defines it, and its first argument. */
  protected method: { readonly cls: AbstractObject; readonly self: Value } | null = null;

  /** Runs a function's body with these arguments; returns its results. `closure`: the function, which keeps the variables around it. */
  protected abstract run(
    code: FunctionCode,
    passed: readonly PassedValue[],
    node: Range,
    closure?: AbstractObject | null,
  ): Value;

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

  /** An attribute from the class of an object, or from a base of it, bound as its decorators say; otherwise what `__getattr__` gives. */
  protected classAttribute(object: AbstractObject, name: string, node: Expression): Value | null {
    const { meaning } = object;
    if (meaning.type === 'super') {
      const found = this.inBases(meaning.cls, name);
      return found === null ? null : this.bound(found, meaning.self, node);
    }
    const cls = meaning.type === 'class' ? object : object.ofClass;
    const found = cls === null ? null : this.lookUp(cls, name);
    if (found !== null) return this.bound(found, object, node);
    const isSpecial = name.startsWith('__');
    return isSpecial || meaning.type === 'class'
      ? null
      : this.callSpecial([object], '__getattr__', [[]], node);
  }

  /** Values of a class's attributes as an object, or the class itself, has them. */
  private bound(values: Value, owner: AbstractObject, node: Expression): Value {
    const isClass = owner.meaning.type === 'class';
    const cls = isClass ? owner : owner.ofClass;
    return unionOf(
      values.map((each) => {
        if (each.meaning.type !== 'function') {
          const got = each.ofClass === null ? null : this.callSpecial([each], '__get__', [[owner]], node);
          return got ?? [each];
        }
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

  /** Runs special methods that Python runs on the way, of values of the notebook's own classes. */
  protected runSpecial(values: Value, methods: readonly string[], others: Value, node: Expression): void {
    for (const object of values) {
      if (object.ofClass === null) continue;
      for (const method of methods)
        if (this.lookUp(object.ofClass, method) !== null)
          this.perhaps(() => this.callSpecial([object], method, [others], node));
    }
  }

  /** Runs the special methods behind a call for its arguments, and for their elements. */
  protected runSpecialOf({ own = [], elements = [] }: SpecialMethods, values: Value, node: Expression): void {
    const held = elementsOf(values);
    this.runSpecial(values, own, values, node);
    this.runSpecial(held, [...elements], held, node);
  }

  /** The truth of a value is asked for. */
  protected override tested(value: Value, node: Expression): Value {
    this.runSpecial(value, TRUTH, [], node);
    return value;
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
    const stored = this.lookUp(object.ofClass, target.attribute) ?? [];
    const setters = stored.flatMap((each) => this.attributeOf(each, SETTER));
    // a descriptor
    this.runSpecial(stored, ['__set__'], [object], target);
    if (setters.length === 0)
      this.callSpecial([object], '__setattr__', [[this.atom('builtins.str')], value], target);
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
    if (this.method === null) return [];
    const { cls, self } = this.method;
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
    this.#classes.set(node, cls);
  }

  /** The class whose body has the function. */
  protected classAround(node: FunctionCode['node']): AbstractObject | undefined {
    return this.#classes.get(node);
  }

  /** An attribute of a class, or of the first base that has it. */
  protected lookUp(cls: AbstractObject, name: string): Value | null {
    const own = this.attributeOf(cls, name);
    return own.length > 0 ? own : this.inBases(cls, name);
  }
}
