/**
 * Applies declarations of libraries to calls: changes, kept arguments, callbacks and results. declared-call.ts
 * reads the declaration, library-values.ts finds it.
 */
import type { CompiledPlace, CompiledResult } from '../../effects/index.ts';
import type { Expression, Range } from '../syntax.ts';
import type { Evidence } from './accesses.ts';
import { type BoundCall, elementsOf, objectsAt } from './bound-call.ts';
import { type CallSite, describe, isOwn } from './call-site.ts';
import { actionsOf, type DeclaredAction, keptBy, resultsOf, spreadOver } from './declared-call.ts';
import { habitOf, leavesChange, neverReturns } from './effect-habits.ts';
import { constantText, joinPaths } from './known-texts.ts';
import { AbstractObject, ELEMENTS, isIterator, keyField, unionOf, type Value } from './objects.ts';
import { ObservedCalls } from './observed-calls.ts';
import { wholeOf } from './part-values.ts';

/** The attribute by which a class declares that its newest object is the current one. */
const CURRENT = '__current__';

/** A call with its declaration. */
interface DeclaredCall {
  readonly call: BoundCall;
  readonly site: CallSite;
  /** The new object of a constructor. */
  readonly made: AbstractObject | null;
  /** The receiver of a method. */
  readonly self: AbstractObject | null;
}

/** The application of declarations. */
export abstract class DeclaredValues extends ObservedCalls {
  /** Interprets functions passed as arguments; `given`: their arguments, null: undeclared. */
  protected abstract callBack(
    callables: Value,
    site: CallSite,
    receiver: Value,
    given?: readonly Value[] | null,
  ): void;
  /** Interprets a call without a declaration. `receiver`: null for a call of no method. */
  protected abstract callUnknown(receiver: Value | null, site: CallSite): void;

  /** Applies a declaration. `made`: the new object of a constructor; `self`: the receiver of a method. */
  protected declared(
    call: BoundCall,
    site: CallSite,
    made: AbstractObject | null,
    self: AbstractObject | null = null,
  ): Value {
    const declared: DeclaredCall = { call, site, made, self };
    this.act(call, site.node);
    if (neverReturns(call.spec)) this.uses.paths.leave();
    this.#noteModule(declared);
    const callbacks: (() => void)[] = [];
    for (const action of actionsOf(call)) {
      if (action.type !== 'calls') this.#apply(action, declared);
      else {
        const receiver = self === null ? [] : [self];
        const run = () =>
          this.callBack(action.objects, site, receiver, this.#gifts(action.given, call, site, receiver));
        run();
        callbacks.push(run);
      }
    }
    const passed = unionOf(site.passed.map(({ value }) => value));
    this.mayChangeForeign([...passed, ...elementsOf(passed)], describe(site));
    // any method of an open file may write out its buffer (`f.tell()`)
    if (self !== null && this.isOpened(self))
      this.changeByCall([self], site.node.callee, site, 'default', false, false);
    this.#keepArguments(declared);
    const value = this.#results(declared);
    this.gives(call, value);
    this.#noteIterators(value, callbacks, site);
    return value;
  }

  protected resultsOfCall(call: BoundCall, node: Range): Value | null {
    const results = resultsOf(call);
    return results && unionOf(results.map((result, i) => this.#resultOf(result, call, node, String(i))));
  }

  /** The name of a module stands for the state of the module, which some functions change. */
  #noteModule({ call, site, self }: DeclaredCall): void {
    const { callee } = site.node;
    if (self !== null || !site.alone || callee.type !== 'attribute' || !leavesChange(call.spec.effect))
      return;
    const root = this.rootOf(callee, site.scope);
    if (root !== null) this.uses.mutates.add(root);
  }

  /** Applies an action other than a callback. */
  #apply({ type, objects, certain, prefix }: DeclaredAction, { call, site, made, self }: DeclaredCall): void {
    const { callee } = site.node;
    // a constructor keeps the objects that it changes or goes through: an optimizer its parameters
    if (made !== null && type === 'changes') this.#keep(made, objects);
    else if (made !== null && type === 'iterates') this.#keep(made, elementsOf(objects));
    if (type === 'changes') {
      for (const object of objects) {
        if (object === made) continue;
        const isSelf = object === self && callee.type === 'attribute';
        const node = isSelf ? callee.object : argumentOf(object, site);
        this.changeByCall([object], node, site, 'effects', certain);
      }
    } else if (type === 'iterates') this.#consume(objects, call, site);
    else if (type === 'names') this.#readNames(objects, prefix);
    else this.callUnknown(self === null ? null : [self], { ...site, alone: false });
  }

  /** Notes the arguments that a new object, or a changed receiver, keeps. */
  #keepArguments({ call, made, self }: DeclaredCall): void {
    const keeper = made ?? self;
    if (keeper === null || (made === null && habitOf(call.spec) === 'reads')) return;
    const { held, elementsOf: gone } = keptBy(call);
    this.hold(
      keeper,
      ELEMENTS,
      [...held, ...elementsOf(gone)].filter(({ isShared }) => isShared),
    );
  }

  #keep(made: AbstractObject, objects: Value): void {
    const kept = objects.filter((object) => object.isShared && object !== made);
    this.hold(made, ELEMENTS, kept);
  }

  #results({ call, site, made, self }: DeclaredCall): Value {
    const declared = this.resultsOfCall(call, site.node);
    if (declared !== null) return declared;
    const result = made ?? this.make(site.node, null);
    // the result of a function keeps the functions among the arguments (`cmp_to_key(compare)`)
    if (made === null && self === null) this.#keep(result, keptBy(call, false).held.filter(isOwn));
    return [result];
  }

  /** An iterator runs the callbacks of its call, and takes elements of other iterators, when its own are taken. */
  #noteIterators(value: Value, callbacks: readonly (() => void)[], site: CallSite): void {
    const { code } = this;
    const run = () => {
      for (const callback of callbacks) callback();
    };
    const iterators = value.filter(isIterator);
    for (const object of callbacks.length > 0 ? iterators : [])
      this.later.keep(object, { cell: this.cell.number, code, run });
    if (iterators.length === 0) return;
    for (const [i, { value: from }] of site.passed.entries())
      this.changeByCall(from.filter(isIterator), site.node.arguments[i]!.value, site, 'effects', false);
  }

  #resultOf(result: CompiledResult, call: BoundCall, node: Range, part: string): Value {
    if (result[0] === 'current') return [this.#currentOf(result[1], node)];
    if (result[0] === 'part') {
      const [, kind, of] = result;
      const whole = this.#resultOf(of, call, node, part);
      return whole.map((base) => wholeOf(base, kind) ?? this.make(node, kind, `part ${part}`, { base }));
    }
    if (result[0] === 'joined') return [this.#joined(result, call, node)];
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
        const made = this.make(node, object.kind, `${result[0]} ${part}`, { base });
        // an array of objects has the same objects in another order (`axs.ravel()`)
        if (object.kind === 'numpy.ndarray') this.hold(made, ELEMENTS, elementsOf([object]));
        return made;
      });
    }
    const [, kind, ...parts] = result;
    const made = this.make(node, kind, part);
    if (made.meaning.type === 'atom') return [made];
    if (this.library.attribute(kind, CURRENT) !== null) this.setCurrent(kind, made);
    const rounds = spreadOver(parts, call);
    const ordered = kind === 'builtins.tuple' || rounds !== null;
    let at = 0;
    for (const round of rounds ?? [call]) {
      for (const held of parts) {
        const value = this.#resultOf(held, round, node, `${part}.${at}`);
        this.hold(made, ordered ? keyField(at) : ELEMENTS, value);
        at += 1;
      }
    }
    return [made];
  }

  /** The newest object of a class in the cell, made here if there is none. */
  #currentOf(kind: string, node: Range): AbstractObject {
    const [known] = this.current(kind);
    if (known !== undefined) return known;
    const made = this.make(node, kind, 'current');
    this.setCurrent(kind, made);
    return made;
  }

  /** A path; its text is known if the texts of all its parts are. */
  #joined(
    [, kind, ...places]: readonly ['joined', string, ...CompiledPlace[]],
    call: BoundCall,
    node: Range,
  ) {
    const parts = places.flatMap((place) => {
      const spread = place[0] === 'param' ? call.spread.get(place[1]) : undefined;
      return spread ?? [objectsAt(place, call)];
    });
    const texts = call.open ? [] : parts.map(constantText);
    const path = texts.length > 0 && texts.every((text) => text !== null) ? joinPaths(texts) : undefined;
    const constant = path === undefined ? {} : { constant: path };
    if (kind === 'builtins.str') return path === undefined ? this.make(node, null) : this.atom(kind, path);
    return this.makeAs(
      node,
      () => new AbstractObject({ type: 'instance' }, kind, constant),
      `joined ${path ?? ''}`,
    );
  }

  protected changeByCall(
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
  #consume(objects: Value, { spec, values }: BoundCall, site: CallSite): void {
    const isHeld = (object: AbstractObject) =>
      spec.params.some(([name, , note]) => note === 'held' && values.get(name)?.includes(object));
    for (const object of objects) {
      const isTaken = isIterator(object) || (object.kind === null && isHeld(object));
      if (!isTaken && (object.kind !== null || object.ofClass !== null)) continue;
      this.changeByCall([object], argumentOf(object, site), site, 'effects', isTaken, isTaken);
    }
  }

  /** Reads the variables named in a text after a prefix (`df.query('x > @limit')`). */
  #readNames(texts: Value, prefix: string): void {
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

  /** The arguments of callables by a declaration, in order; null: the declaration has none. */
  #gifts(
    declared: DeclaredAction['given'],
    call: BoundCall,
    { node, passed }: CallSite,
    receiver: Value,
  ): readonly Value[] | null {
    if (declared.length === 0) return null;
    const gifts: Value[] = [];
    for (const [way, given] of declared.entries()) {
      for (const [i, each] of given.entries()) {
        const value = this.#resultOf(each, call, node, `given ${way}.${i}`);
        const from = [receiver, ...passed.map(({ value: its }) => its)];
        const part = each[0] === 'place' ? value : this.derived(node, value, from, { type: 'part' });
        gifts[i] = unionOf([gifts[i] ?? [], part]);
      }
    }
    return gifts;
  }
}

/** The expression of the argument through which an object was passed. */
function argumentOf(object: AbstractObject, { node, passed }: CallSite): Expression {
  const at = passed.findIndex(({ value }) => value.includes(object));
  return at < 0 ? node : node.arguments[at]!.value;
}
