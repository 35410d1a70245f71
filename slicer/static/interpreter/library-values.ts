/**
 * Calls of libraries: finds the declaration of a function, class or method, and binds the arguments to it.
 * declared-values.ts applies the declaration, guessed-values.ts does without.
 */
import {
  evaluatesText,
  givesNamespace,
  reachesAllNames,
  runsText,
  storesAttribute,
} from '../namespace-functions.ts';
import type { Expression } from '../syntax.ts';
import { bindCall, elementsOf, positional } from './bound-call.ts';
import { type CallSite, PARTIAL } from './call-site.ts';
import { CallbackValues } from './callback-values.ts';
import { actionsOf } from './declared-call.ts';
import { type AbstractObject, attributeField, ELEMENTS, unionOf, type Value } from './objects.ts';
import { specialOfFunction, specialOfMethod } from './special-methods.ts';

/** The interpretation of library calls. */
export abstract class LibraryValues extends CallbackValues {
  protected callLibrary(path: string, site: CallSite): Value {
    if (reachesAllNames(path)) this.accesses.reachesAll = true;
    const special = specialOfFunction(path);
    if (special !== null)
      this.runSpecialOf(special, unionOf(site.passed.map(({ value }) => value)), site.node);
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
    if (path === PARTIAL && first !== undefined) return [this.makePartial(site)];
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
      this.act(bindCall(later, isOfClass ? [this.path(path)] : null, site.passed), site.node, true);
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

  protected gotItem(object: AbstractObject, node: Expression): void {
    const spec = object.kind === null ? null : this.library.method(object.kind, '__getitem__');
    if (spec === null) return;
    const makes = actionsOf(bindCall(spec, [object], [positional([])])).some(
      ({ type, objects }) => type === 'changes' && objects.includes(object),
    );
    if (!makes) return;
    // the function that makes a missing item, and what the function gives
    for (const each of elementsOf([object])) {
      const { meaning } = each;
      if (meaning.type === 'function')
        this.perhaps(() => this.hold(object, ELEMENTS, this.run(meaning.code, [], node, each)));
    }
    const how = this.text(node);
    this.change(
      [object],
      (name) => this.evidence('effects', `may change ${name}: ${how}`, false, false),
      null,
    );
  }

  protected isConstructor(path: string): boolean {
    const known = this.library.functionAt(path) === null;
    return known && (this.library.classAt(path) !== null || /(?:^|\.)[A-Z]\w*$/.test(path));
  }

  protected callMethods(receiver: Value, site: CallSite): Value {
    const results: Value[] = [];
    const unknown: AbstractObject[] = [];
    // a method call assumes a receiver that is not None
    const some = receiver.filter(({ kind }) => kind !== 'builtins.NoneType');
    for (const each of some.length > 0 ? some : receiver) {
      const object = each.meaning.type === 'super' ? each.meaning.self : each;
      this.resume(object);
      const special = specialOfMethod(object.kind ?? '', site.name);
      if (special !== null)
        this.runSpecialOf(special, [object, ...site.passed.flatMap(({ value }) => value)], site.node);
      // a generator goes on to its next `yield`
      if (object.kind === 'builtins.generator' && /^(?:send|throw|close|__next__)$/.test(site.name))
        this.changeByCall([object], receiverOf(site), site, 'text', true);
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
}

/** The expression of the receiver of a method call. */
const receiverOf = ({ node: { callee } }: CallSite): Expression =>
  callee.type === 'attribute' ? callee.object : callee;
