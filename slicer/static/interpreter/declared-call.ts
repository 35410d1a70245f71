/**
 * One call with its declaration from the effects library, on abstract values: the changed objects, the
 * callees and the results. If the values do not decide a condition, both outcomes count. This file changes
 * nothing itself.
 */
import type {
  CompiledEffect,
  CompiledPlace,
  CompiledResult,
  CompiledReturns,
  CompiledRoleSpec,
  CompiledRoles,
  CompiledSpec,
  RoleName,
} from '../../effects/index.ts';
import { type BoundCall, bindCall, holds, objectsAt, type PassedValue } from './bound-call.ts';
import type { Value } from './objects.ts';

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

/** The declared arguments of the callables at a declared place. */
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
  const name = results.map(placeRoot).find((root) => root !== null && call.spread.has(root));
  if (name === undefined || name === null) return null;
  return call.spread.get(name)!.map((value) => ({
    ...call,
    values: new Map([...call.values, [name, value]]),
    spread: new Map(),
  }));
}

/** The parameter at the root of a result's place; null: the result has no place. */
function placeRoot(result: CompiledResult): string | null {
  return result[0] === 'place' || result[0] === 'like' || result[0] === 'view' ? rootOf(result[1]) : null;
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

/** The owner of the field at a declared place. */
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

/** Whether a declared place is an argument or its field. Deeper places may not exist. */
function isDirect(place: CompiledPlace): boolean {
  return place[0] === 'param' || ((place[0] === 'item' || place[0] === 'length') && place[1][0] === 'param');
}
