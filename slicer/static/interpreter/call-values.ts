/**
 * Interprets calls. For functions and classes of the notebook it interprets their bodies, for libraries it
 * applies their declarations, and for unknown callees it applies the rule that is right most often, marked as
 * a guess.
 */
import type { CompiledResult } from '../../effects/index.ts';
import { evaluatesText, givesNamespace, runsText, storesAttribute } from '../namespace-functions.ts';
import type { Scope } from '../scopes.ts';
import type { Expression, Range } from '../syntax.ts';
import type { Evidence } from './accesses.ts';
import {
  actionsOf,
  type BoundCall,
  bindCall,
  type DeclaredAction,
  elementsOf,
  keptBy,
  objectsAt,
  type PassedValue,
  resultsOf,
  spreadOut,
  spreadOver,
} from './declared-call.ts';
import type { TrackedCall } from './domain.ts';
import { FunctionValues, positional } from './function-values.ts';
import { changesWorld, habitOf, neverReturns } from './library.ts';
import {
  AbstractObject,
  attributeField,
  ELEMENTS,
  isIterator,
  keyField,
  type Meaning,
  unionOf,
  type Value,
} from './objects.ts';
import { guessReceiver, mayChangeWorld } from './receiver-guess.ts';

type CallExpression = Extract<Expression, { readonly type: 'call' }>;

type OwnFunction = Extract<Meaning, { readonly type: 'function' | 'method' }>;

/** Methods that run when an object is called: of any class, of a torch module, of a keras model. */
const RUNNING = ['__call__', 'forward', 'call'];

/** A call of a method, for the domain. */
const METHOD = { path: null, isConstructor: false };

/** The class of calls with some arguments given before. */
const PARTIAL = 'functools.partial';

/** The field under which a function keeps the implementations that were registered with it. */
export const REGISTERED = 'register';

/** A call and its parts. */
interface CallSite {
  readonly node: CallExpression;
  readonly scope: Scope;
  readonly passed: readonly PassedValue[];
  /** The name of the callee. */
  readonly name: string;
  /** Whether the call is a whole statement, without use of its value. */
  readonly alone: boolean;
  /** Results of the notebook's functions that the callee calls. */
  readonly returned: Value[];
}

/** The interpretation of calls. */
export abstract class CallValues extends FunctionValues {
  /** Calls that stand nowhere in the text, by expression and number of arguments. */
  readonly #calls = new WeakMap<Expression, Map<number, CallExpression>>();
  /** Arguments with the elements of starred ones in their place. */
  readonly #spread = new WeakMap<readonly PassedValue[], readonly PassedValue[]>();
  /** The number of calls without a declaration. */
  #guesses = 0;
  /** Whether the current call may never happen, because an unknown callee got the function. */
  #isGuess = false;

  protected call(node: CallExpression, scope: Scope, alone = false): Value {
    const { callee } = node;
    const receiver = callee.type === 'attribute' ? this.expression(callee.object, scope) : null;
    const callees =
      callee.type === 'attribute' ? this.calleesOf(receiver!, callee) : this.expression(callee, scope);
    const passed = node.arguments.map(
      ({ keyword, star, value }): PassedValue => ({ keyword, star, value: this.expression(value, scope) }),
    );
    this.calls?.noteCall(this.placeOf(node), receiver ?? [], this.loops > 0);
    if (this.calls !== null)
      for (const [i, { value }] of node.arguments.entries())
        this.calls.noteArgument(this.placeOf(value), passed[i]!.value);
    const name = callee.type === 'attribute' ? callee.attribute : callee.type === 'name' ? callee.id : '';
    const site: CallSite = { node, scope, passed, name, alone, returned: [] };
    const results: Value[] = [];
    const before = this.#guesses;
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
    if (!callees.every(isOwn)) this.ask(node, scope, receiver, passed, this.#guesses > before);
    return unionOf(results);
  }

  /** Notes names whose objects the call may change. */
  private ask(
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
      this.accesses.ask(root, { line: this.lineAt(this.at.from), by: isGuess ? 'default' : 'effects' });
    }
  }

  /** The possible callees of a call of an attribute. An instance stands for a method from outside of the notebook. */
  private calleesOf(receiver: Value, callee: Expression & { readonly type: 'attribute' }): Value {
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

  private callOne(callee: AbstractObject, site: CallSite): Value {
    const { meaning } = callee;
    switch (meaning.type) {
      case 'function':
      case 'method': {
        const result = this.runOwn(meaning, site, site.passed, callee);
        // implementations that were registered with the function (`functools.singledispatch`)
        for (const other of this.attributeOf(callee, REGISTERED))
          this.perhaps(() => this.callOne(other, site));
        return result;
      }
      case 'super':
      case 'class':
        return this.instantiate(callee, site);
      case 'library': {
        const result = this.callLibrary(meaning.path, site);
        const made = result.length === 1 && this.isConstructor(meaning.path);
        return this.tracked(result, site, {
          path: meaning.path,
          self: null,
          kind: null,
          isConstructor: made,
        });
      }
      case 'instance':
        return this.callInstance(callee, site);
      case 'atom':
        this.callUnknown(null, site);
        return this.tracked([this.make(site.node, null)], site, {
          path: null,
          self: null,
          kind: null,
          isConstructor: false,
        });
    }
  }

  /** The result of a call, after the domain has seen it. */
  private tracked(
    result: Value,
    { node, name, passed, returned }: CallSite,
    what: Pick<TrackedCall, 'path' | 'self' | 'kind' | 'isConstructor'>,
  ): Value {
    if (this.domain === null) return result;
    const spread = this.#spread.get(passed) ?? spreadOut(passed);
    this.#spread.set(passed, spread);
    const call = { ...what, name, passed: spread, node, returned: unionOf(returned) };
    return this.domain.called(call, result, this.here(node));
  }

  /** Calls a function of the notebook. */
  private runOwn(
    meaning: OwnFunction,
    site: CallSite,
    passed: readonly PassedValue[],
    callee: AbstractObject,
  ): Value {
    this.noteFunction(meaning.code.path, site);
    const own = meaning.type === 'method' ? [positional([meaning.self])] : [];
    return this.run(meaning.code, [...own, ...passed], site.node, callee);
  }

  /**
   * The value of a definition under its decorators, which are called from the last to the first. Decorators of libraries give the
   * definition back.
   */
  protected decorated(
    made: AbstractObject,
    decorators: readonly Expression[],
    values: readonly Value[],
    scope: Scope,
  ): Value {
    let value: Value = [made];
    for (const [i, decorator] of [...decorators.entries()].reverse()) {
      const passed = [positional(value)];
      const site: CallSite = {
        node: this.#decoratorCall(decorator),
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

  /** The call of a decorator, which stands nowhere in the text. The same decorator gives the same call. */
  #decoratorCall(decorator: Expression): CallExpression {
    const argument = { keyword: null, star: false, value: decorator };
    const { from, to } = decorator;
    return this.#synthetic(decorator, { type: 'call', from, to, callee: decorator, arguments: [argument] });
  }

  /** A call with so many arguments before its own, which `functools.partial` keeps. */
  #presetCall(call: CallExpression, kept: number): CallExpression {
    const argument = { keyword: null, star: false, value: call.callee };
    const preset = Array<typeof argument>(kept).fill(argument);
    return this.#synthetic(call, { ...call, arguments: [...preset, ...call.arguments] });
  }

  /** A call with so many arguments, which a library makes of a method that it was given. */
  #callOfMethod(call: CallExpression, count: number): CallExpression {
    const argument = { keyword: null, star: false, value: call.callee };
    return this.#synthetic(call.callee, { ...call, arguments: Array<typeof argument>(count).fill(argument) });
  }

  /** Frames know calls by identity: the first call made for an expression with so many arguments stands for all. */
  #synthetic(node: Expression, made: CallExpression): CallExpression {
    const known = this.#calls.get(node) ?? new Map<number, CallExpression>();
    this.#calls.set(node, known);
    const call = known.get(made.arguments.length) ?? made;
    known.set(made.arguments.length, call);
    return call;
  }

  /** The arguments that `functools.partial` keeps. */
  #preset(partial: AbstractObject): PassedValue[] {
    const passed: PassedValue[] = [];
    for (const [field, held] of partial.fields) {
      if (field === attributeField('func')) continue;
      const keyword = field.startsWith('.') ? field.slice(1) : null;
      passed.push({ keyword, star: false, value: [...held] });
    }
    return passed;
  }

  #callPartial(partial: AbstractObject, site: CallSite): Value {
    const preset = this.#preset(partial);
    const passed = [...preset, ...site.passed];
    const inner = { ...site, node: this.#presetCall(site.node, preset.length), passed };
    return unionOf(this.attributeOf(partial, 'func').map((callee) => this.callOne(callee, inner)));
  }

  #makePartial({ node, passed: [callee, ...kept] }: CallSite): AbstractObject {
    const made = this.make(node, PARTIAL);
    this.hold(made, attributeField('func'), callee?.value ?? []);
    for (const [i, { keyword, value }] of kept.entries())
      this.hold(made, keyword === null ? keyField(i) : attributeField(keyword), value);
    return made;
  }

  private noteCallee(callee: string, { node }: CallSite): void {
    this.calls?.note(this.placeOf(node), callee, this.#running);
  }

  private noteFunction(path: string, { node }: CallSite): void {
    if (this.#isGuess) return;
    this.calls?.noteFunction(this.placeOf(node), path, this.#running);
  }

  /** The cell that surely makes the current call; null: the call may never happen. */
  get #running(): number | null {
    return this.isSupposed || this.#isGuess ? null : this.cell.number;
  }

  private isConstructor(path: string): boolean {
    const known = this.library.functionAt(path) === null;
    return known && (this.library.classAt(path) !== null || /(?:^|\.)[A-Z]\w*$/.test(path));
  }

  private instantiate(cls: AbstractObject, site: CallSite): Value {
    const kind = this.libraryBase(cls);
    const make = () => new AbstractObject({ type: 'instance' }, kind, { ofClass: cls });
    const made = this.makeAs(site.node, make, 'instance');
    const isInherited = this.classAttribute(made, '__init__', site.node) === null;
    if (kind !== null && isInherited) this.noteCallee(`${kind}.__init__`, site);
    else if (cls.meaning.type === 'class') this.noteFunction(cls.meaning.path, site);
    for (const method of ['__init__', '__post_init__']) {
      for (const found of this.classAttribute(made, method, site.node) ?? []) {
        if (found.meaning.type === 'method')
          this.run(found.meaning.code, [positional([made]), ...site.passed], site.node);
      }
    }
    if (this.classAttribute(made, '__init__', site.node) === null) {
      for (const { keyword, value } of site.passed) {
        this.hold(made, keyword === null ? ELEMENTS : attributeField(keyword), value);
      }
    }
    return [made];
  }

  // libraries

  private callLibrary(path: string, site: CallSite): Value {
    if (runsText(path))
      this.wall(this.evidence('default', `runs text that may bind any name (${site.name})`));
    if (givesNamespace(path) && site.passed.length === 0) {
      this.uses.runsUnseen = true;
      return [this.namespace];
    }
    if (evaluatesText(path)) this.uses.runsUnseen = true;
    if (path === 'builtins.super') {
      const objects = this.superObjects();
      if (objects.length > 0) return objects;
    }
    const [first] = site.passed;
    if (path === PARTIAL && first !== undefined) return [this.#makePartial(site)];
    if (path === 'builtins.type' && site.passed.length === 1)
      return first!.value.map((object) => this.classOf(object, site.node));
    if (first !== undefined && storesAttribute(path)) {
      this.changeByCall(first.value, site.node.arguments[0]!.value, site, 'text', true);
      return [this.atom('builtins.NoneType', null)];
    }
    const spec = this.library.functionAt(path);
    this.noteCallee(path, site);
    const later = this.calls === null ? null : this.library.laterDraws(path);
    if (later !== null) {
      const isOfClass = later.params[0]?.[0] === 'self';
      this.act(bindCall(later, isOfClass ? [this.path(path)] : null, site.passed), site.node);
    }
    if (spec !== null) return this.declared(bindCall(spec, null, site.passed), site, null);
    const kind = this.library.classAt(path);
    const init = kind === null ? null : this.library.method(kind, '__init__');
    const last = path.slice(path.lastIndexOf('.') + 1);
    const method = kind === null ? this.library.classMethod(path) : null;
    if (method !== null) {
      // `datetime.now()` gets its class, `list.append(a, 1)` its object
      const isOfClass = method.params[0]?.[0] === 'cls';
      return this.declared(bindCall(method, isOfClass ? [this.path(path)] : null, site.passed), site, null);
    }
    // by convention, a name with an initial capital is a class
    if (kind === null && !/^[A-Z]/.test(last)) {
      this.callUnknown(null, site);
      return [this.make(site.node, null)];
    }
    const made = this.make(site.node, kind ?? path);
    // settings, as constructors keep them
    for (const { keyword, value } of site.passed)
      if (keyword !== null && value.every(({ constant }) => constant !== undefined))
        this.hold(made, attributeField(keyword), value);
    if (init !== null) return this.declared(bindCall(init, [made], site.passed), site, made);
    this.callUnknown(null, site);
    return [made];
  }

  private callMethods(receiver: Value, site: CallSite): Value {
    const results: Value[] = [];
    const unknown: AbstractObject[] = [];
    // a method call assumes a receiver that is not None
    const some = receiver.filter(({ kind }) => kind !== 'builtins.NoneType');
    for (const each of some.length > 0 ? some : receiver) {
      const object = each.meaning.type === 'super' ? each.meaning.self : each;
      this.resume(object);
      const kind = object.kind ?? (object.meaning.type === 'library' ? object.meaning.path : null);
      const spec = kind === null ? null : this.library.method(kind, site.name);
      // for an object of the notebook's own class, the library may not declare the method
      const isKnown = kind !== null && (object.ofClass === null || spec !== null);
      if (isKnown) this.noteCallee(`${kind}.${site.name}`, site);
      if (spec === null) {
        unknown.push(object);
        continue;
      }
      const result = this.declared(bindCall(spec, [object], site.passed), site, null, object);
      results.push(this.tracked(result, site, { path: null, self: object, kind, isConstructor: false }));
    }
    if (unknown.length > 0 || receiver.length === 0) {
      this.callUnknown(unknown, site);
      const made = this.make(site.node, null);
      if (unknown.length === 0) results.push([made]);
      for (const self of unknown) {
        const { kind } = self;
        results.push(this.tracked([made], site, { path: null, self, kind, isConstructor: false }));
      }
    }
    return unionOf(results);
  }

  /** The method that an object is, as far as the library tells, with its receiver: `put = items.append`. */
  #methodOf({
    base,
    attribute,
  }: AbstractObject): { readonly self: AbstractObject; readonly name: string } | null {
    if (attribute === null || base === null) return null;
    const isMethod =
      base.kind === null
        ? guessReceiver(this.library, attribute, []) !== null
        : this.library.method(base.kind, attribute) !== null;
    return isMethod ? { self: base, name: attribute } : null;
  }

  /** Calls an object: a model, a functional layer. */
  private callInstance(object: AbstractObject, site: CallSite): Value {
    if (object.kind === PARTIAL) return this.#callPartial(object, site);
    const method = this.#methodOf(object);
    if (method !== null) return this.callMethods([method.self], { ...site, name: method.name });
    const own = RUNNING.map((name) => this.classAttribute(object, name, site.node)).find((it) => it !== null);
    for (const { meaning } of own ?? []) {
      if (meaning.type !== 'method') continue;
      const result = this.runOwn(meaning, site, site.passed, object);
      if (object.kind === null) return result;
      return this.tracked(
        result,
        { ...site, name: '__call__' },
        { ...METHOD, self: object, kind: object.kind },
      );
    }
    const spec = object.kind === null ? null : this.library.method(object.kind, '__call__');
    const what = { ...METHOD, self: object, kind: object.kind };
    if (spec !== null) {
      const result = this.declared(bindCall(spec, [object], site.passed), site, null, object);
      return this.tracked(result, { ...site, name: '__call__' }, what);
    }
    this.callUnknown(null, site);
    return this.tracked([this.make(site.node, null)], { ...site, name: '__call__' }, what);
  }

  /** Applies a declaration. `made`: the new object of a constructor; `self`: the receiver of a method. */
  private declared(
    call: BoundCall,
    site: CallSite,
    made: AbstractObject | null,
    self: AbstractObject | null = null,
  ): Value {
    const { callee } = site.node;
    this.act(call, site.node);
    if (neverReturns(call.spec)) this.uses.paths.leave();
    // the name of a module stands for the state of the module
    if (self === null && site.alone && callee.type === 'attribute' && changesWorld(call.spec.effect)) {
      const root = this.rootOf(callee, site.scope);
      if (root !== null) this.uses.mutates.add(root);
    }
    const callbacks: (() => void)[] = [];
    for (const { type, objects, certain, prefix, given } of actionsOf(call)) {
      // a constructor keeps the objects that it changes or goes through: an optimizer its parameters
      if (made !== null && type === 'changes') this.#keep(made, objects);
      else if (made !== null && type === 'iterates') this.#keep(made, elementsOf(objects));
      if (type === 'changes') {
        for (const object of objects) {
          if (object === made) continue;
          const node =
            object === self && callee.type === 'attribute' ? callee.object : this.argumentOf(object, site);
          this.changeByCall([object], node, site, 'effects', certain);
        }
      } else if (type === 'iterates') this.consume(objects, call, site);
      else if (type === 'calls') {
        const receiver = self === null ? [] : [self];
        const run = () => this.callBack(objects, site, receiver, this.gifts(given, call, site, receiver));
        run();
        callbacks.push(run);
      } else if (type === 'names') this.readNames(objects, prefix);
      else this.callUnknown(self === null ? null : [self], { ...site, alone: false });
    }
    const changesSelf = made !== null || habitOf(call.spec) !== 'reads';
    const keeper = made ?? self;
    if (keeper !== null && changesSelf) {
      const { held, elementsOf: gone } = keptBy(call);
      this.hold(
        keeper,
        ELEMENTS,
        [...held, ...elementsOf(gone)].filter(({ isShared }) => isShared),
      );
    }
    const results = resultsOf(call);
    const value =
      results === null
        ? [made ?? this.make(site.node, null)]
        : unionOf(results.map((result, i) => this.resultOf(result, call, site.node, String(i))));
    // what a function makes of a function keeps it (`cmp_to_key(compare)`)
    if (keeper === null && results === null) this.#keep(value[0]!, keptBy(call, false).held.filter(isOwn));
    this.calls?.gives(call, value);
    const { code } = this;
    const run = () => {
      for (const callback of callbacks) callback();
    };
    const iterators = value.filter(isIterator);
    for (const object of callbacks.length > 0 ? iterators : [])
      this.later.keep(object, { cell: this.cell.number, code, run });
    // `zip(rows, …)` takes elements of an iterator when its own are taken
    if (iterators.length > 0)
      for (const [i, { value: from }] of site.passed.entries())
        this.changeByCall(from.filter(isIterator), site.node.arguments[i]!.value, site, 'effects', false);
    return value;
  }

  #keep(made: AbstractObject, objects: Value): void {
    const kept = objects.filter((object) => object.isShared && object !== made);
    this.hold(made, ELEMENTS, kept);
  }

  /** Notes the effects of a call on the world. */
  private act(call: BoundCall, node: Range): void {
    if (this.isSupposed) return;
    this.calls?.act(this.placeOf(node), call, { cell: this.cell.number, line: this.lineAt(this.at.from) });
  }

  private resultOf(result: CompiledResult, call: BoundCall, node: Range, part: string): Value {
    if (result[0] !== 'made') {
      const [, place] = result;
      // (an element of what no elements are known of is a part of it)
      if (result[0] === 'place' && place[0] === 'each') return this.elements(objectsAt(place[1], call), node);
      const objects = objectsAt(place, call);
      if (result[0] === 'place') return objects;
      // a slice of an array is one; a list is given to such a function, and copied
      const kept = result[0] === 'view' ? objects.filter(({ kind }) => kind !== null) : objects;
      return kept.map((object) => {
        if (object.meaning.type !== 'instance') return object;
        const base = result[0] === 'view' && !object.kind?.startsWith('builtins.') ? object : null;
        return this.make(node, object.kind, `${result[0]} ${part}`, { base });
      });
    }
    const [, kind, ...parts] = result;
    const made = this.make(node, kind, part);
    if (made.meaning.type === 'atom') return [made];
    const rounds = spreadOver(parts, call);
    const ordered = kind === 'builtins.tuple' || rounds !== null;
    let at = 0;
    for (const round of rounds ?? [call]) {
      for (const held of parts) {
        const value = this.resultOf(held, round, node, `${part}.${at}`);
        this.hold(made, ordered ? keyField(at) : ELEMENTS, value);
        at += 1;
      }
    }
    return [made];
  }

  /** The expression of the argument through which an object was passed. */
  private argumentOf(object: AbstractObject, { node, passed }: CallSite): Expression {
    const at = passed.findIndex(({ value }) => value.includes(object));
    return at < 0 ? node : node.arguments[at]!.value;
  }

  private changeByCall(
    objects: Value,
    node: Expression,
    site: CallSite,
    source: Evidence['source'],
    certain: boolean,
    answer = true,
    isOpen = false,
  ): void {
    const how = describe(site);
    const root = this.rootOf(node, site.scope);
    const evidence = (name: string) => this.evidence(source, `changes ${name}: ${how}`, certain, answer);
    this.change(objects, evidence, root, node.type !== 'name', isOpen);
  }

  /** Uses up elements of iterators, and of objects that only iterators can be (`next(x)`). */
  private consume(objects: Value, { spec, values }: BoundCall, site: CallSite): void {
    const isHeld = (object: AbstractObject) =>
      spec.params.some(([name, , note]) => note === 'held' && values.get(name)?.includes(object));
    for (const object of objects) {
      if (!isIterator(object) && !(object.kind === null && isHeld(object))) continue;
      this.changeByCall([object], this.argumentOf(object, site), site, 'effects', true);
    }
  }

  /** Reads the variables named in a text after a prefix (`df.query('x > @limit')`). */
  private readNames(texts: Value, prefix: string): void {
    for (const { constant } of texts) {
      if (typeof constant !== 'string') continue;
      const names = prefix === '' ? /[^\W\d]\w*/gu : new RegExp(`${prefix}([^\\W\\d]\\w*)`, 'gu');
      for (const match of constant.matchAll(names)) {
        const name = match[1] ?? match[0];
        this.uses.lookedUp.add(name);
        if (this.state.get(name) !== undefined) this.loadGlobal(name);
      }
    }
  }

  // unknown calls

  /**
   * Interprets a call without a declaration.
   * Unsound, static analysis only: an unknown call counts as keeping none of its arguments, and as returning
   * a new object. The call may change its receiver and arguments: the receiver counts as changed if methods
   * of the same name change their receivers, or if the call is a statement of its own.
   */
  private callUnknown(receiver: Value | null, site: CallSite): void {
    this.#guesses += 1;
    const { node, passed, name, alone } = site;
    // by convention, a name with an initial capital is a class, whose call makes an object
    const makes = receiver === null && /^[A-Z]/.test(name);
    const isMethod = receiver !== null && node.callee.type === 'attribute';
    if (this.calls !== null && !this.isSupposed && !makes) {
      if (!isMethod || mayChangeWorld(this.library, name, passed)) this.calls.leaveOpen(this.cell.number);
    }
    let isOpen = true;
    if (receiver !== null && (node.callee.type === 'attribute' || name !== '')) {
      const to = node.callee.type === 'attribute' ? node.callee.object : node.callee;
      const objects = receiver.filter(({ isShared }) => isShared);
      const guess = guessReceiver(this.library, name, passed);
      isOpen = guess === null;
      const inPlace = passed.some(
        ({ keyword, value }) => keyword === 'inplace' && value.some(({ constant }) => constant === true),
      );
      // a call without use of its value; the last line of a cell may be there for display
      const forItself = alone && guess !== 'reads' && node !== this.shown;
      const isPart = to === node.callee || to.type !== 'name';
      const changes = guess === 'always' || (guess === 'mostly' && !isPart);
      const answer = inPlace || changes || (forItself && !isPart);
      this.changeByCall(objects, to, site, 'default', false, answer, isOpen);
    }
    for (const [i, { value, keyword }] of passed.entries()) {
      const objects = value.filter(({ isShared }) => isShared);
      const answer = keyword === 'out' || keyword === 'ax';
      this.changeByCall(objects, node.arguments[i]!.value, site, 'default', false, answer, isOpen);
    }
    const isGuess = this.#isGuess;
    this.#isGuess = true;
    this.callBack(unionOf(passed.map(({ value }) => value)), site, []);
    this.#isGuess = isGuess;
  }

  /** The arguments of callables by a declaration, in order; null: the declaration has none. */
  private gifts(
    declared: DeclaredAction['given'],
    call: BoundCall,
    { node, passed }: CallSite,
    receiver: Value,
  ): readonly Value[] | null {
    if (declared.length === 0) return null;
    const gifts: Value[] = [];
    for (const [way, given] of declared.entries()) {
      for (const [i, each] of given.entries()) {
        const value = this.resultOf(each, call, node, `given ${way}.${i}`);
        const from = [receiver, ...passed.map(({ value: its }) => its)];
        const part = each[0] === 'place' ? value : this.derived(node, value, from, { type: 'part' });
        gifts[i] = unionOf([gifts[i] ?? [], part]);
      }
    }
    return gifts;
  }

  /** The known elements of an object; for an object without a known class, a part of it. */
  #partsOf(object: AbstractObject, node: Range): Value {
    const held = elementsOf([object]);
    if (held.length > 0 || object.meaning.type !== 'instance' || object.kind !== null) return held;
    return object.ofClass !== null ? held : [this.make(node, null, 'element', { base: object })];
  }

  /**
   * Interprets functions passed as arguments: with their declared arguments, otherwise with the elements of
   * the other arguments.
   */
  private callBack(
    callables: Value,
    site: CallSite,
    receiver: Value,
    given: readonly Value[] | null = null,
  ): void {
    const functions = callables.flatMap((object) => [object, ...elementsOf([object])]);
    for (const object of new Set(functions)) {
      const { meaning } = object;
      if (meaning.type === 'library' && given !== null) this.noteCallee(meaning.path, site);
      if (object.kind === PARTIAL) {
        const others = unionOf(site.passed.map(({ value }) => elementsOf(value)));
        const passed = given === null ? [others] : given;
        this.perhaps(() => {
          site.returned.push(this.#callPartial(object, { ...site, passed: passed.map(positional) }));
        });
      }
      const others = unionOf(
        site.passed.flatMap(({ value }) => value.map((each) => this.#partsOf(each, site.node))),
      );
      if (this.#methodOf(object) !== null) {
        const passed = (given ?? [others]).map(positional);
        const node = this.#callOfMethod(site.node, passed.length);
        this.perhaps(() => site.returned.push(this.callInstance(object, { ...site, node, passed })));
      }
      if (meaning.type !== 'function' && meaning.type !== 'method') continue;
      const { parameters } = meaning.code.node;
      const element = this.make(site.node, null, 'given');
      const from = [receiver, ...site.passed.map(({ value }) => value)];
      const arguments_ = unionOf([
        elementsOf(receiver),
        others,
        this.derived(site.node, [element], from, { type: 'part' }),
      ]);
      const free = meaning.type === 'method' ? parameters.slice(1) : parameters;
      const passed = free.map(({ name }, i) => {
        const known = given?.[i] ?? [];
        if (known.length > 0) return positional(known);
        // the callee may get this many arguments, or more
        const fallback = given === null || name === null ? null : meaning.code.defaults.get(name);
        return positional(unionOf([arguments_, fallback ?? []]));
      });
      this.perhaps(() => {
        site.returned.push(this.runOwn(meaning, site, passed, object));
      });
    }
  }
}

/** Whether an object is defined in the notebook, so its text shows its effects. */
const isOwn = ({ meaning }: AbstractObject): boolean => /^(?:function|method|class)$/.test(meaning.type);

/** `fillna with inplace=True`. */
function describe({ name, passed }: CallSite): string {
  const what = name === '' ? 'a call' : name;
  const decisive = passed.find(
    ({ keyword, value }) => keyword === 'inplace' && value.some(({ constant }) => constant === true),
  );
  return decisive === undefined ? what : `${what} with inplace=True`;
}
