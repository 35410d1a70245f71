/**
 * Functions as values: calls of functions passed as arguments, of arguments kept by `functools.partial`, and of
 * methods of libraries.
 */
import type { Range } from '../syntax.ts';
import { elementsOf, type PassedValue, positional } from './bound-call.ts';
import { type CallSite, type OwnFunction, PARTIAL } from './call-site.ts';
import { GuessedValues } from './guessed-values.ts';
import { type AbstractObject, attributeField, keyField, unionOf, type Value } from './objects.ts';
import { guessReceiver } from './receiver-guess.ts';
import { SyntheticCalls } from './synthetic-calls.ts';

/** The interpretation of functions as values. */
export abstract class CallbackValues extends GuessedValues {
  protected readonly synthetic = new SyntheticCalls();

  /** Calls one possible callee. */
  protected abstract callOne(callee: AbstractObject, site: CallSite): Value;
  /** Calls an object of a class. */
  protected abstract callInstance(object: AbstractObject, site: CallSite): Value;

  /**
   * Interprets functions passed as arguments: with their declared arguments, otherwise with the elements of
   * the other arguments.
   */
  protected callBack(
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
        const elements = unionOf(site.passed.map(({ value }) => elementsOf(value)));
        const passed = (given ?? [elements]).map(positional);
        this.perhaps(() => site.returned.push(this.callPartial(object, { ...site, passed })));
      }
      const others = unionOf(
        site.passed.flatMap(({ value }) => value.map((each) => this.#partsOf(each, site.node))),
      );
      if (this.methodOf(object) !== null) {
        const passed = (given ?? [others]).map(positional);
        const node = this.synthetic.ofMethod(site.node, passed.length);
        this.perhaps(() => site.returned.push(this.callInstance(object, { ...site, node, passed })));
      }
      if (meaning.type === 'function' || meaning.type === 'method') {
        const part = this.#partOfAll(site, receiver);
        const passed = argumentsFor(meaning, unionOf([elementsOf(receiver), others, part]), given);
        this.perhaps(() => site.returned.push(this.runOwn(meaning, site, passed, object)));
      }
    }
  }

  /** An object that derives from all arguments and the receiver. */
  #partOfAll({ node, passed }: CallSite, receiver: Value): Value {
    const from = [receiver, ...passed.map(({ value }) => value)];
    return this.derived(node, [this.make(node, null, 'given')], from, { type: 'part' });
  }

  /** The known elements of an object; for an object without a known class, a part of it. */
  #partsOf(object: AbstractObject, node: Range): Value {
    const held = elementsOf([object]);
    if (held.length > 0 || object.meaning.type !== 'instance' || object.kind !== null) return held;
    return object.ofClass !== null ? held : [this.make(node, null, 'element', { base: object })];
  }

  /** The method that an object is, as far as the library tells, with its receiver: `put = items.append`. */
  protected methodOf({
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

  /** Calls the function of a partial with the kept arguments before the ones of the call. */
  protected callPartial(partial: AbstractObject, site: CallSite): Value {
    const preset = keptArguments(partial);
    const passed = [...preset, ...site.passed];
    const inner = { ...site, node: this.synthetic.withPreset(site.node, preset.length), passed };
    return unionOf(this.attributeOf(partial, 'func').map((callee) => this.callOne(callee, inner)));
  }

  protected makePartial({ node, passed: [callee, ...kept] }: CallSite): AbstractObject {
    const made = this.make(node, PARTIAL);
    this.hold(made, attributeField('func'), callee?.value ?? []);
    for (const [i, { keyword, value }] of kept.entries())
      this.hold(made, keyword === null ? keyField(i) : attributeField(keyword), value);
    return made;
  }
}

/** The arguments of a function that a library calls: the declared ones, otherwise `any` value. */
function argumentsFor(
  { type, code }: OwnFunction,
  any: Value,
  given: readonly Value[] | null,
): PassedValue[] {
  const { parameters } = code.node;
  const free = type === 'method' ? parameters.slice(1) : parameters;
  return free.map(({ name }, i) => {
    const known = given?.[i] ?? [];
    if (known.length > 0) return positional(known);
    // the callee may get this many arguments, or more
    const fallback = given === null || name === null ? null : code.defaults.get(name);
    return positional(unionOf([any, fallback ?? []]));
  });
}

/** The arguments that `functools.partial` keeps. */
function keptArguments(partial: AbstractObject): PassedValue[] {
  const passed: PassedValue[] = [];
  for (const [field, held] of partial.fields) {
    if (field === attributeField('func')) continue;
    const keyword = field.startsWith('.') ? field.slice(1) : null;
    passed.push({ keyword, star: false, value: [...held] });
  }
  return passed;
}
