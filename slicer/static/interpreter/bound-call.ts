/**
 * The arguments of a call, bound to the parameters of its declaration: the objects at a declared place, and
 * the truth of declared conditions. It knows no effects.
 */
import type { CompiledCondition, CompiledPlace, CompiledSpec, Constant } from '../../effects/index.ts';
import { type AbstractObject, attributeField, keyField, unionOf, type Value } from './objects.ts';

/** An argument of a call. */
export interface PassedValue {
  readonly keyword: string | null;
  readonly star: boolean;
  readonly value: Value;
}

/** An argument passed by position. */
export const positional = (value: Value): PassedValue => ({ keyword: null, star: false, value });

/** The arguments bound to the declaration's parameters. A parameter without an argument is absent. */
export interface BoundCall {
  readonly spec: CompiledSpec;
  readonly values: ReadonlyMap<string, Value>;
  /** For each `*args` parameter: one value per argument. */
  readonly spread: ReadonlyMap<string, readonly Value[]>;
  /** Arguments were passed as `*args` or `**kwargs`: any parameter may have got one. */
  readonly open: boolean;
}

/** The arguments with the elements of starred ones in their stead, where these are known one by one. */
export function spreadOut(passed: readonly PassedValue[]): readonly PassedValue[] {
  if (!passed.some(({ star }) => star)) return passed;
  return passed.flatMap((argument): readonly PassedValue[] => {
    const [only, ...others] = argument.value;
    if (!argument.star || only === undefined || others.length > 0) return [argument];
    const fields = [...only.fields];
    const isMapping = only.kind === 'builtins.dict';
    if (!isMapping && !/^builtins\.(?:list|tuple)$/.test(only.kind ?? '')) return [argument];
    const isKnown = fields.every(([field], i) =>
      isMapping ? /^=[^\W\d]/u.test(field) : field === keyField(i),
    );
    if (!isKnown || fields.length === 0) return [argument];
    return fields.map(([field, held]) => {
      return { keyword: isMapping ? field.slice(1) : null, star: false, value: [...held] };
    });
  });
}

/** Binds arguments to parameters, as Python does; a method's receiver is the first parameter. */
export function bindCall(spec: CompiledSpec, self: Value | null, passed: readonly PassedValue[]): BoundCall {
  const values = new Map<string, Value>();
  const spread = new Map<string, readonly Value[]>();
  const positional = spec.params.filter(([, kind]) => kind === 'pos');
  const variable = spec.params.find(([, kind]) => kind === 'var')?.[0];
  const keywords = spec.params.find(([, kind]) => kind === 'varkw')?.[0];
  const more = (name: string, value: Value) => {
    values.set(name, unionOf([values.get(name) ?? [], value]));
    spread.set(name, [...(spread.get(name) ?? []), value]);
  };
  const all = spreadOut(passed);
  const given = [...(self === null ? [] : [{ keyword: null, star: false, value: self }]), ...all];
  let at = 0;
  for (const { keyword, star, value } of given) {
    if (star) continue;
    if (keyword !== null) {
      if (spec.params.some(([name, kind]) => name === keyword && kind !== 'var')) values.set(keyword, value);
      else if (keywords !== undefined) more(keywords, value);
      continue;
    }
    const parameter = positional[at++];
    if (parameter !== undefined) values.set(parameter[0], value);
    else if (variable !== undefined) more(variable, value);
  }
  return { spec, values, spread, open: all.some(({ star }) => star) };
}

/** The objects at a declared place. */
export function objectsAt(place: CompiledPlace, call: BoundCall): Value {
  switch (place[0]) {
    case 'param':
      return call.values.get(place[1]) ?? [];
    case 'attr': {
      const owners = objectsAt(place[1], call);
      const held = fieldsOf(owners, (field) => field === attributeField(place[2]));
      // an attribute that only the library sets: it stands for all that the object keeps
      return held.length > 0 ? held : elementsOf(owners);
    }
    case 'item':
    case 'each': {
      const owners = objectsAt(place[1], call);
      const elements = elementsOf(owners);
      return elements.length > 0 || !isOfAttribute(place[1]) ? elements : owners;
    }
    default:
      return [];
  }
}

/** Whether a declared place hangs off an attribute, for which all that its object keeps may stand. */
function isOfAttribute(place: CompiledPlace): boolean {
  return place[0] === 'attr' || ((place[0] === 'item' || place[0] === 'each') && isOfAttribute(place[1]));
}

/** The elements of containers, without their attributes. */
export function elementsOf(value: Value): Value {
  return fieldsOf(value, (field) => !field.startsWith('.'));
}

function fieldsOf(value: Value, isMeant: (field: string) => boolean): Value {
  const found = new Set<AbstractObject>();
  for (const { fields } of value) {
    for (const [field, held] of fields) if (isMeant(field)) for (const object of held) found.add(object);
  }
  return [...found];
}

/** Whether a condition holds; null if the values do not decide. */
export function holds(condition: CompiledCondition, call: BoundCall): boolean | null {
  switch (condition[0]) {
    case 'not': {
      const truth = holds(condition[1], call);
      return truth === null ? null : !truth;
    }
    case 'and':
    case 'or': {
      const parts = (condition.slice(1) as CompiledCondition[]).map((part) => holds(part, call));
      const decides = condition[0] === 'or';
      if (parts.includes(decides)) return decides;
      return parts.includes(null) ? null : !decides;
    }
    case 'truthy':
      return everyWay(condition[1], call, Boolean, false);
    case 'none':
      return everyWay(condition[1], call, (constant) => constant === null);
    case 'eq':
      return everyWay(condition[1], call, (constant) => constant === condition[2]);
    case 'same':
      return null;
  }
}

/**
 * The result of a test over all possible values of an argument. `canBeKnown`: an object with a known class
 * surely fails the test.
 */
function everyWay(
  path: string,
  call: BoundCall,
  test: (constant: Constant) => boolean,
  canBeKnown = true,
): boolean | null {
  const [name, ...attributes] = path.split('.');
  const value = call.values.get(name!);
  const [attribute, ...deeper] = attributes;
  if (attribute !== undefined) {
    const held =
      deeper.length > 0 ? [] : fieldsOf(value ?? [], (field) => field === attributeField(attribute));
    // an unset attribute: false, as in the agent
    const answers = new Set(held.map(({ constant }) => (constant === undefined ? null : test(constant))));
    return answers.size === 1 ? [...answers][0]! : answers.size === 0 ? false : null;
  }
  if (value === undefined) {
    if (call.open) return null;
    const fallback = call.spec.params.find(([parameter]) => parameter === name)?.[3];
    return fallback === undefined ? null : test(fallback);
  }
  const answers = new Set(
    value.map(({ constant, meaning, kind }) => {
      if (constant !== undefined) return test(constant);
      return meaning.type === 'atom' || kind === null || !canBeKnown ? null : false;
    }),
  );
  const [only = null] = answers;
  return answers.size === 1 ? only : null;
}
