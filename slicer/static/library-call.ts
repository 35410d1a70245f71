/**
 * Library calls in the flow of names. The imports, and the classes of objects where the text shows them,
 * select the call's declaration; the declaration tells the changed objects and the class of the result.
 * call-flow.ts handles functions of the notebook.
 */
import type { CompiledEffect, CompiledPlace, CompiledResult, CompiledSpec } from '../effects/index.ts';
import { builtinPath } from './builtins.ts';
import {
  actionsOf,
  type BoundCall,
  bindCall,
  objectsAt,
  type PassedValue,
  resultsOf,
} from './interpreter/declared-call.ts';
import { neverReturns } from './interpreter/library.ts';
import { readLiteral } from './interpreter/literals.ts';
import { AbstractObject, ELEMENTS, isIterator } from './interpreter/objects.ts';
import { guessReceiver } from './interpreter/receiver-guess.ts';
import { isGlobalKey, type NameFlow } from './name-flow.ts';
import { readsAttribute, storesAttribute } from './namespace-functions.ts';
import type { Scope } from './scopes.ts';
import type { CallExpression, Expression } from './syntax.ts';

/** The effects of a call outside of the notebook's own functions. */
export interface LibraryCall {
  /** The receiver and arguments whose objects the call changes. */
  readonly changed: readonly Expression[];
  /** Whether the effects are known, so that the call changes nothing else. */
  readonly isSpecified: boolean;
  /** Whether the call never returns. */
  readonly leaves: boolean;
}

/** The effects of a library call. `alone`: the call is a whole statement, so it probably runs for its changes. */
export function libraryCall(flow: NameFlow, node: CallExpression, scope: Scope, alone: boolean): LibraryCall {
  const { callee } = node;
  const changed = new Set<Expression>();
  for (const { keyword, value } of node.arguments) if (keyword === 'out') changed.add(value);
  const path = pathOf(flow, callee, scope);
  if (path !== null && (storesAttribute(path) || readsAttribute(path))) {
    const [first] = node.arguments;
    if (first !== undefined && storesAttribute(path)) changed.add(first.value);
    return { changed: [...changed], isSpecified: true, leaves: false };
  }
  const known = declarationOf(flow, node, scope);
  const receiver = callee.type === 'attribute' ? callee.object : null;
  const isOfModule = receiver !== null && path !== null;
  if (known === null || known.call.spec.effect[0] === 'unknown') {
    const guess =
      callee.type === 'attribute' && !isOfModule
        ? guessReceiver(flow.environment.library, callee.attribute, passedTo(flow, node, scope).passed)
        : null;
    // if every unknown call may change its receiver, a call that is a whole statement is no exception
    const forItself = alone && flow.environment.unknownCalls !== 'mutate' && guess !== 'reads';
    if (
      receiver !== null &&
      (guess === 'always' || guess === 'mostly' || forItself || (!isOfModule && isInPlace(node)))
    )
      changed.add(receiver);
    return { changed: [...changed], isSpecified: guess !== null, leaves: false };
  }
  const { call, sources } = known;
  for (const { type, objects } of actionsOf(call)) {
    if (type !== 'changes' && type !== 'iterates') continue;
    for (const object of objects) {
      const source = sources.get(object);
      if (source !== undefined && (type === 'changes' || isTakenFrom(object, source, call)))
        changed.add(source);
    }
  }
  // a module's name stands for the module's state
  if (receiver !== null && isOfModule && alone && changesWorld(call.spec.effect)) changed.add(receiver);
  return { changed: [...changed], isSpecified: true, leaves: neverReturns(call.spec) };
}

/**
 * The dotted path of an expression in a module (`np.linalg.inv` → `numpy.linalg.inv`); null if it is not from
 * a module.
 */
function pathOf(flow: NameFlow, node: Expression, scope: Scope): string | null {
  if (node.type === 'attribute') {
    const owner = pathOf(flow, node.object, scope);
    return owner === null ? null : `${owner}.${node.attribute}`;
  }
  if (node.type !== 'name') return null;
  const key = flow.key(node.id, scope);
  const path = flow.importAt(key);
  if (path !== undefined) return path;
  const isBound = !isGlobalKey(key) || flow.writes.has(key) || flow.functionAt(key) !== undefined;
  return isBound || flow.kindAt(key) !== null ? null : builtinPath(key);
}

/** The class of an expression's value, by its dotted path; null: not known. */
export function kindOf(flow: NameFlow, node: Expression, scope: Scope): string | null {
  switch (node.type) {
    case 'name':
      return flow.kindAt(flow.key(node.id, scope));
    case 'constant':
      return readLiteral(node.text).kind;
    case 'display':
      return `builtins.${node.form}`;
    case 'comprehension':
      return `builtins.${node.form === 'tuple' ? 'generator' : node.form}`;
    case 'walrus':
      return kindOf(flow, node.value, scope);
    case 'conditional': {
      const kind = kindOf(flow, node.body, scope);
      return kind === kindOf(flow, node.otherwise, scope) ? kind : null;
    }
    case 'attribute': {
      const kind = kindOf(flow, node.object, scope);
      const [result, ...others] =
        kind === null ? [] : (flow.environment.library.attribute(kind, node.attribute) ?? []);
      if (result === undefined || others.length > 0) return null;
      return result[0] === 'made' ? result[1] : kind;
    }
    case 'call':
      return kindOfResult(flow, node, scope);
    default:
      return null;
  }
}

function kindOfResult(flow: NameFlow, node: CallExpression, scope: Scope): string | null {
  const known = declarationOf(flow, node, scope);
  const results = known && resultsOf(known.call);
  if (known === null || results === null) {
    if (known?.made != null) return known.made;
    // by convention, a name with an initial capital is a class
    const path = pathOf(flow, node.callee, scope);
    return known === null && path !== null && /(?:^|\.)[A-Z]\w*$/.test(path) ? path : null;
  }
  const kinds = new Set(results.flatMap((result) => kindsOf(result, known.call)));
  const [only = null] = kinds;
  return kinds.size === 1 ? only : null;
}

function kindsOf(result: CompiledResult, call: BoundCall): (string | null)[] {
  return result[0] === 'made' ? [result[1]] : objectsAt(result[1], call).map(({ kind }) => kind);
}

/** A call with its declaration. `made`: the class of the new object. */
interface DeclaredCall {
  readonly call: BoundCall;
  readonly sources: ReadonlyMap<AbstractObject, Expression>;
  readonly made: string | null;
}

function declarationOf(flow: NameFlow, node: CallExpression, scope: Scope): DeclaredCall | null {
  const { library } = flow.environment;
  const { callee } = node;
  const bound = (spec: CompiledSpec, self: AbstractObject | null, made: string | null): DeclaredCall => {
    const { passed, sources } = passedTo(flow, node, scope);
    if (self !== null && callee.type === 'attribute') sources.set(self, callee.object);
    return { call: bindCall(spec, self === null ? null : [self], passed), sources, made };
  };
  const path = pathOf(flow, callee, scope);
  if (path !== null) {
    const spec = library.functionAt(path);
    if (spec !== null) return bound(spec, null, null);
    const kind = library.classAt(path);
    const init = kind === null ? null : library.method(kind, '__init__');
    return kind === null || init === null ? null : bound(init, standIn(kind), kind);
  }
  const receiver = callee.type === 'attribute' ? callee.object : callee;
  const kind = kindOf(flow, receiver, scope);
  if (kind === null) return null;
  const spec = library.method(kind, callee.type === 'attribute' ? callee.attribute : '__call__');
  return spec && bound(spec, standIn(kind), null);
}

/** The arguments, as abstract objects in place of their values. */
function passedTo(
  flow: NameFlow,
  node: CallExpression,
  scope: Scope,
): { readonly passed: readonly PassedValue[]; readonly sources: Map<AbstractObject, Expression> } {
  const sources = new Map<AbstractObject, Expression>();
  const passed = node.arguments.map(({ keyword, star, value }): PassedValue => {
    const literal = value.type === 'constant' ? readLiteral(value.text) : null;
    const object =
      literal === null
        ? standIn(kindOf(flow, value, scope))
        : new AbstractObject({ type: 'atom' }, literal.kind, literal);
    sources.set(object, value);
    return { keyword, star, value: [object] };
  });
  return { passed, sources };
}

/** An abstract object for an expression; it also stands for its own elements. */
function standIn(kind: string | null): AbstractObject {
  const object = new AbstractObject({ type: 'instance' }, kind);
  object.fields.set(ELEMENTS, new Set([object]));
  return object;
}

/** Whether the call uses up elements of an object: of an iterator, or of a parameter declared as held. */
function isTakenFrom(object: AbstractObject, source: Expression, { spec, values }: BoundCall): boolean {
  // (an iterator made in the call has no name, so nobody can miss its elements)
  if (isIterator(object)) return source.type !== 'call';
  return spec.params.some(([name, , note]) => note === 'held' && values.get(name)?.includes(object));
}

/** `inplace=True`, or a value that may be true. */
function isInPlace(node: CallExpression): boolean {
  return node.arguments.some(
    ({ keyword, value }) => keyword === 'inplace' && !(value.type === 'constant' && value.truth !== true),
  );
}

/** Whether an effect may change the world outside of objects: options, streams, figures. */
function changesWorld(effect: CompiledEffect): boolean {
  switch (effect[0]) {
    case 'draws':
      return true;
    case 'mutates':
    case 'writes':
      return (effect.slice(1) as CompiledPlace[]).some(([type]) => type === 'world');
    case 'all':
      return (effect.slice(1) as CompiledEffect[]).some(changesWorld);
    case 'if':
      return changesWorld(effect[2]) || changesWorld(effect[3]);
    default:
      return false;
  }
}
