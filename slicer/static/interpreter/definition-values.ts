/**
 * Definitions of functions and classes: makes their objects, and runs decorators and bodies of classes.
 * function-values.ts runs bodies of functions.
 */
import type { Scope } from '../scopes.ts';
import type { Expression, Statement, TypeParameter } from '../syntax.ts';
import { positional } from './bound-call.ts';
import { type CallSite, isOwn, PARTIAL } from './call-site.ts';
import { CallValues, REGISTERED } from './call-values.ts';
import { SETTER } from './class-values.ts';
import {
  AbstractObject,
  attributeField,
  type FunctionCode,
  ownPath,
  unionOf,
  type Value,
} from './objects.ts';

type FunctionDefinition = Extract<Statement, { readonly type: 'function' }>;

/** The interpretation of definitions. */
export abstract class DefinitionValues extends CallValues {
  /** The class whose body is interpreted. */
  #class: AbstractObject | null = null;

  /** Interprets statements in a scope. */
  protected abstract block(statements: readonly Statement[], scope: Scope): void;

  /** The scope of type parameters, whose bounds are evaluated only on request. */
  protected typeScope(owner: readonly TypeParameter[], scope: Scope): Scope {
    if (owner.length === 0 && !this.code.scopes.of.has(owner)) return scope;
    const inner = this.code.scopes.of.get(owner) ?? scope;
    this.perhaps(() => {
      for (const { bound } of owner) if (bound !== null) this.expression(bound, inner);
    });
    return inner;
  }

  protected defineFunction(node: FunctionDefinition, scope: Scope): void {
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
      this.#attached(node, made, scope) ?? this.#decorated(made, node.decorators, decorators, scope);
    if (node.name !== null) this.bind(node.name.id, scope, value, 'definition');
  }

  /**
   * The value of a function that a decorator attaches to one that is there: the setter of a property, an implementation of a
   * `functools.singledispatch` function; null: no decorator does.
   */
  #attached({ decorators }: FunctionDefinition, made: AbstractObject, scope: Scope): Value | null {
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

  protected defineClass(node: Extract<Statement, { readonly type: 'class' }>, scope: Scope): void {
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
    const value = this.#decorated(made, node.decorators, decorators, scope);
    if (node.name !== null) this.bind(node.name.id, scope, value, 'definition');
  }

  /**
   * The value of a definition under its decorators, which are called from the last to the first. Decorators of libraries give the
   * definition back.
   */
  #decorated(
    made: AbstractObject,
    decorators: readonly Expression[],
    values: readonly Value[],
    scope: Scope,
  ): Value {
    let value: Value = [made];
    for (const [i, decorator] of [...decorators.entries()].reverse()) {
      const passed = [positional(value)];
      const site: CallSite = {
        node: this.synthetic.ofDecorator(decorator),
        scope,
        passed,
        name: '',
        alone: false,
        returned: [],
      };
      const own = values[i]!.filter((each) => isOwn(each) || each.ofClass !== null || each.kind === PARTIAL);
      const results = own.map((each) => this.callOne(each, site));
      value =
        own.length === values[i]!.length && own.length > 0 ? unionOf(results) : unionOf([value, ...results]);
    }
    return value;
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
