/**
 * One call with its declaration from the effects library, on abstract values: the changed objects, the
 * callees and the results. If the values do not decide a condition, both outcomes count. This file changes
 * nothing itself.
 */
import type {
  CompiledCondition,
  CompiledEffect,
  CompiledPlace,
  CompiledResult,
  CompiledReturns,
  CompiledRoleSpec,
  CompiledRoles,
  CompiledSpec,
  Constant,
  RoleName,
} from '../../effects/index.ts';
import { type AbstractObject, attributeField, keyField, unionOf, type Value } from './objects.ts';

/** An argument of a call. */
export interface PassedValue {
  readonly keyword: string | null;
  readonly star: boolean;
  readonly value: Value;
}

/** The arguments bound to the declaration's parameters. A parameter without an argument is absent. */
export interface BoundCall {
  readonly spec: CompiledSpec;
  readonly values: ReadonlyMap<string, Value>;
  /** For each `*args` parameter: one value per argument. */
  readonly spread: ReadonlyMap<string, readonly Value[]>;
  /** Arguments were passed as `*args` or `**kwargs`: any parameter may have got one. */
  readonly open: boolean;
}

/**
 * An action of a call: it changes objects, takes their elements, calls callables, or reads names in a text.
 * `certain`: true for all possible values of the arguments.
 */
export interface DeclaredAction {
  readonly type: 'changes' | 'iterates' | 'calls' | 'names' | 'unknown';
  readonly objects: Value;
  readonly certain: boolean;
  readonly prefix: string;
  /** The possible arguments of the callables, each list in order; empty if undeclared. */
  readonly given: readonly (readonly CompiledResult[])[];
}

/** The arguments with the elements of starred ones in their place, where these are known one by one. */
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

/**
 * Visits the effects of a call's declaration that hold, or may hold. `certain`: the effect surely holds.
 * `unless`: the parameter that prevents the effect (`… if seed is None`), if there is one.
 */
export function eachEffect(
  call: BoundCall,
  visit: (effect: CompiledEffect, certain: boolean, unless: string | null) => void,
): void {
  const walk = (effect: CompiledEffect, certain: boolean, unless: string | null): void => {
    if (effect[0] === 'all')
      for (const part of effect.slice(1) as CompiledEffect[]) walk(part, certain, unless);
    else if (effect[0] === 'if') {
      const truth = holds(effect[1], call);
      const missing = effect[1][0] === 'none' ? effect[1][1] : unless;
      if (truth !== false) walk(effect[2], certain && truth === true, missing);
      if (truth !== true) walk(effect[3], certain && truth === false, unless);
    } else visit(effect, certain, unless);
  };
  walk(call.spec.effect, true, null);
}

/** The declared actions of a call. */
export function actionsOf(call: BoundCall): DeclaredAction[] {
  const actions: DeclaredAction[] = [];
  const add = (
    type: DeclaredAction['type'],
    objects: Value,
    certain: boolean,
    { prefix = '', given = [] }: Partial<Pick<DeclaredAction, 'prefix' | 'given'>> = {},
  ) => {
    if (objects.length > 0 || type === 'unknown') actions.push({ type, objects, certain, prefix, given });
  };
  eachEffect(call, (effect, certain) => {
    switch (effect[0]) {
      case 'mutates':
        for (const place of effect.slice(1) as CompiledPlace[])
          add('changes', objectsAt(place, call), certain && isDirect(place));
        break;
      case 'writes':
        for (const place of effect.slice(1) as CompiledPlace[])
          add('changes', ownerAt(place, call), certain && isDirect(place));
        break;
      case 'iterates':
        for (const place of effect.slice(1) as CompiledPlace[])
          add('iterates', objectsAt(place, call), certain);
        break;
      case 'calls':
        add('calls', objectsAt(effect[1], call), false, { given: givenTo(effect[1], call.spec) });
        break;
      case 'elsewhere':
        add('calls', objectsAt(effect[1], call), false);
        break;
      case 'names':
        add('names', objectsAt(effect[1], call), certain, { prefix: effect[2] });
        break;
      case 'unknown':
        add('unknown', [], certain);
        break;
    }
  });
  return actions;
}

/** The declared arguments of the callables at a place. */
function givenTo(place: CompiledPlace, { gives = [] }: CompiledSpec): DeclaredAction['given'] {
  const key = JSON.stringify(place);
  return gives.flatMap(([to, ...given]) => (JSON.stringify(to) === key ? [given] : []));
}

/** The use of rows in the arguments of a call. */
export interface CallRole {
  readonly role: RoleName;
  readonly places: readonly CompiledPlace[];
}

/** The roles of a call; if the values do not decide, the roles of both outcomes. */
export function rolesOf(
  { params, roles }: CompiledRoleSpec,
  self: Value | null,
  passed: readonly PassedValue[],
): { readonly call: BoundCall; readonly roles: readonly CallRole[] } {
  const call = bindCall({ params, effect: ['pure'] }, self, passed);
  const found: CallRole[] = [];
  const walk = (part: CompiledRoles): void => {
    if (part === null) return;
    if (part[0] === 'all') for (const inner of part.slice(1) as CompiledRoles[]) walk(inner);
    else if (part[0] === 'role') {
      found.push({ role: part[1], places: part.slice(2) as CompiledPlace[] });
    } else {
      const truth = holds(part[1], call);
      if (truth !== false) walk(part[2]);
      if (truth !== true) walk(part[3]);
    }
  };
  walk(roles);
  return { call, roles: found };
}

/** The declared results of a call; null: undeclared. */
export function resultsOf(call: BoundCall): readonly CompiledResult[] | null {
  const walk = (returns: CompiledReturns): readonly CompiledResult[] | null => {
    if (returns === null) return null;
    if (returns[0] === 'any') return returns.slice(1) as CompiledResult[];
    const truth = holds(returns[1], call);
    if (truth !== null) return walk(truth ? returns[2] : returns[3]);
    const [a, b] = [walk(returns[2]), walk(returns[3])];
    return a === null || b === null ? (a ?? b) : [...a, ...b];
  };
  return walk(call.spec.returns ?? null);
}

/** One copy of the call for each argument of the `*args` in its results; null if there is none. */
export function spreadOver(results: readonly CompiledResult[], call: BoundCall): BoundCall[] | null {
  const isSpread = (result: CompiledResult) => result[0] !== 'made' && call.spread.has(rootOf(result[1]));
  const spread = results.find(isSpread);
  if (spread === undefined || spread[0] === 'made') return null;
  const name = rootOf(spread[1]);
  return call.spread.get(name)!.map((value) => ({
    ...call,
    values: new Map([...call.values, [name, value]]),
    spread: new Map(),
  }));
}

function rootOf(place: CompiledPlace): string {
  return typeof place[1] === 'string'
    ? place[1]
    : Array.isArray(place[1])
      ? rootOf(place[1] as CompiledPlace)
      : '';
}

/**
 * The objects that the receiver or result keeps: arguments declared as held, and elements of arguments declared as shallow. `hasSelf`: the
 * first parameter is the receiver.
 */
export function keptBy(
  call: BoundCall,
  hasSelf = true,
): { readonly held: Value; readonly elementsOf: Value } {
  const noted = (note: 'held' | 'shallow') =>
    call.spec.params
      .slice(hasSelf ? 1 : 0)
      .filter(([, , its]) => its === note)
      .flatMap(([name]) => call.values.get(name) ?? []);
  return { held: noted('held'), elementsOf: noted('shallow') };
}

/** The objects at a place. */
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

/** Whether a place hangs off an attribute, for which all that its object keeps may stand. */
function isOfAttribute(place: CompiledPlace): boolean {
  return place[0] === 'attr' || ((place[0] === 'item' || place[0] === 'each') && isOfAttribute(place[1]));
}

/** The owner of the field at a place. */
function ownerAt(place: CompiledPlace, call: BoundCall): Value {
  switch (place[0]) {
    case 'attr':
    case 'item':
    case 'others':
    case 'length':
      return objectsAt(place[1], call);
    default:
      return [];
  }
}

/** Whether a place is an argument or its field. Deeper places may not exist. */
function isDirect(place: CompiledPlace): boolean {
  return place[0] === 'param' || ((place[0] === 'item' || place[0] === 'length') && place[1][0] === 'param');
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
