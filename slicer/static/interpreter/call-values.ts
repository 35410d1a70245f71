/**
 * Interprets calls: finds the callees, and calls each. Functions and classes of the notebook run their bodies;
 * library-values.ts calls libraries.
 */
import type { Scope } from '../scopes.ts';
import type { Expression } from '../syntax.ts';
import { bindCall, elementsOf, type PassedValue, positional } from './bound-call.ts';
import { type CallExpression, type CallSite, isOwn, PARTIAL } from './call-site.ts';
import { LibraryValues } from './library-values.ts';
import { AbstractObject, attributeField, ELEMENTS, unionOf, type Value } from './objects.ts';

/** Methods that run when an object is called: of any class, of a torch module, of a keras model. */
const RUNNING = ['__call__', 'forward', 'call'];

/** The field under which a function keeps the implementations that were registered with it. */
export const REGISTERED = 'register';

/** The interpretation of calls. */
export abstract class CallValues extends LibraryValues {
  protected call(node: CallExpression, scope: Scope, alone = false): Value {
    const { callee } = node;
    const receiver = callee.type === 'attribute' ? this.expression(callee.object, scope) : null;
    const callees =
      callee.type === 'attribute' ? this.#calleesOf(receiver!, callee) : this.expression(callee, scope);
    const passed = node.arguments.map(
      ({ keyword, star, value }): PassedValue => ({ keyword, star, value: this.expression(value, scope) }),
    );
    this.calls?.noteCall(this.rangeOf(node), receiver ?? [], this.loops > 0);
    if (this.calls !== null)
      for (const [i, { value }] of node.arguments.entries())
        this.calls.noteArgument(this.rangeOf(value), passed[i]!.value);
    const name = callee.type === 'attribute' ? callee.attribute : callee.type === 'name' ? callee.id : '';
    const site: CallSite = { node, scope, passed, name, alone, returned: [] };
    const results: Value[] = [];
    const before = this.guesses;
    const isOfReceiver = (object: AbstractObject) =>
      object.meaning.type === 'instance' && callee.type === 'attribute';
    const isMethod = callees.some(isOfReceiver);
    const others = callees.filter((object) => !isOfReceiver(object));
    const [only] = others;
    if (callees.length === 1 && only !== undefined) results.push(this.callOne(only, site));
    else if (others.length > 0) {
      const ways = others.map((object) => () => results.push(this.callOne(object, site)));
      this.branches(isMethod ? [...ways, () => {}] : ways);
    }
    if (receiver !== null && (isMethod || callees.length === 0))
      results.push(this.callMethods(receiver, site));
    if (!callees.every(isOwn)) this.#ask(node, scope, receiver, passed, this.guesses > before);
    return unionOf(results);
  }

  /** Notes names whose objects the call may change. */
  #ask(
    node: CallExpression,
    scope: Scope,
    receiver: Value | null,
    passed: readonly PassedValue[],
    isGuess: boolean,
  ): void {
    if (this.depth > 0) return;
    const asked: [Expression, Value][] = node.arguments.map(({ value }, i) => [value, passed[i]!.value]);
    if (receiver !== null && node.callee.type === 'attribute') asked.push([node.callee.object, receiver]);
    for (const [expression, value] of asked) {
      const root = this.rootOf(expression, scope);
      if (root === null || !value.some(({ isShared }) => isShared)) continue;
      this.accesses.ask(root, { line: this.line, by: isGuess ? 'default' : 'effects' });
    }
  }

  /** The possible callees of a call of an attribute. An instance stands for a method from outside of the notebook. */
  #calleesOf(receiver: Value, callee: Expression & { readonly type: 'attribute' }): Value {
    const found: Value[] = [];
    for (const object of receiver) {
      const { meaning } = object;
      if (meaning.type === 'library') found.push([this.path(`${meaning.path}.${callee.attribute}`)]);
      else {
        const own = meaning.type === 'class' ? [] : this.attributeOf(object, callee.attribute);
        const known = own.length > 0 ? own : this.classAttribute(object, callee.attribute, callee);
        // the callee is the attribute's value, unless the value is only known as a part of the object
        const callable = (known ?? []).filter((each) => each.meaning.type !== 'instance');
        found.push(callable.length > 0 ? callable : [this.make(callee, null, 'method', { base: object })]);
      }
    }
    return unionOf(found);
  }

  protected callOne(callee: AbstractObject, site: CallSite): Value {
    const { meaning } = callee;
    switch (meaning.type) {
      case 'function':
      case 'method': {
        // a decorator may keep results
        if ('decorators' in meaning.code.node && meaning.code.node.decorators.length > 0)
          this.changeByCall([callee], site.node.callee, site, 'default', false, false);
        const result = this.runOwn(meaning, site, site.passed, callee);
        // implementations that were registered with the function (`functools.singledispatch`)
        for (const other of this.attributeOf(callee, REGISTERED))
          this.perhaps(() => this.callOne(other, site));
        return result;
      }
      case 'super':
      case 'class':
        return this.#instantiate(callee, site);
      case 'library': {
        const result = this.callLibrary(meaning.path, site);
        const made = result.length === 1 && this.isConstructor(meaning.path);
        const { path } = meaning;
        return this.tracked(result, site, { path, self: null, kind: null, isConstructor: made });
      }
      case 'instance':
        return this.callInstance(callee, site);
      case 'atom': {
        this.callUnknown(null, site);
        const unknown = { path: null, self: null, kind: null, isConstructor: false };
        return this.tracked([this.make(site.node, null)], site, unknown);
      }
    }
  }

  #instantiate(cls: AbstractObject, site: CallSite): Value {
    const kind = this.libraryBase(cls);
    const make = () => new AbstractObject({ type: 'instance' }, kind, { ofClass: cls });
    const made = this.makeAs(site.node, make, 'instance');
    const isInherited = this.classAttribute(made, '__init__', site.node) === null;
    if (kind !== null && isInherited) this.noteCallee(`${kind}.__init__`, site);
    else if (cls.meaning.type === 'class') this.noteFunction(cls.meaning.path, site);
    for (const { meaning } of this.lookUp(cls, '__new__') ?? [])
      if (meaning.type === 'function')
        this.perhaps(() => this.run(meaning.code, [positional([cls]), ...site.passed], site.node));
    for (const method of ['__init__', '__post_init__']) {
      for (const found of this.classAttribute(made, method, site.node) ?? []) {
        if (found.meaning.type === 'method')
          this.run(found.meaning.code, [positional([made]), ...site.passed], site.node);
      }
    }
    if (isInherited) {
      for (const { keyword, value } of site.passed) {
        this.hold(made, keyword === null ? ELEMENTS : attributeField(keyword), value);
      }
    }
    return [made];
  }

  /** Calls an object: a model, a functional layer. */
  protected callInstance(object: AbstractObject, site: CallSite): Value {
    if (object.kind === PARTIAL) return this.callPartial(object, site);
    const method = this.methodOf(object);
    if (method !== null) return this.callMethods([method.self], { ...site, name: method.name });
    const named = { ...site, name: '__call__' };
    const callee = { path: null, self: object, kind: object.kind, isConstructor: false };
    const own = RUNNING.map((name) => this.classAttribute(object, name, site.node)).find((it) => it !== null);
    for (const { meaning } of own ?? []) {
      if (meaning.type !== 'method') continue;
      const result = this.runOwn(meaning, site, site.passed, object);
      return object.kind === null ? result : this.tracked(result, named, callee);
    }
    const spec = object.kind === null ? null : this.library.method(object.kind, '__call__');
    if (spec !== null) {
      const result = this.declared(bindCall(spec, [object], site.passed), site, null, object);
      return this.tracked(result, named, callee);
    }
    this.callUnknown(null, site);
    // an object that keeps a function calls the function, as a cache does
    const kept = elementsOf([object]).filter(isOwn);
    for (const each of kept) this.perhaps(() => site.returned.push(this.callOne(each, site)));
    // an object of unknown class may keep something of each call, as a cache does
    this.changeByCall([object], site.node.callee, site, 'default', false, false);
    this.reach([object], site);
    const result = this.make(site.node, null);
    // a decorator of a library gives an object that keeps the function (`lru_cache(None)(f)`)
    const functions = site.passed.flatMap(({ value }) => value.filter(isOwn));
    if (functions.length > 0) this.hold(result, ELEMENTS, functions);
    return this.tracked([result], named, callee);
  }
}
