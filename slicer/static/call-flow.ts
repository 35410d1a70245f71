/**
 * What a call reads, binds and changes: a function of the notebook through its summary, any other by the rules of mutation.ts.
 * It does not know libraries.
 */
import type { ExpressionFlow } from './expression-flow.ts';
import {
  DYNAMIC_FUNCTIONS,
  LEAVING_FUNCTIONS,
  MODULE_SETTERS,
  MUTATING_FUNCTIONS,
  MUTATING_METHODS,
  PURE_METHODS,
} from './mutation.ts';
import { isGlobalKey } from './name-flow.ts';
import type { Scope } from './scopes.ts';
import {
  bodiesOfCall,
  type CallArgument,
  type CalledBody,
  type CallSite,
  calledBodies,
  type FunctionSummary,
  mutatedArguments,
} from './summaries.ts';
import type { CallExpression, Expression } from './syntax.ts';
import { changeable, isModuleCall, mayChangeArguments } from './unknown-calls.ts';

/** An argument with the expression it is. */
interface PassedArgument extends CallArgument {
  readonly value: Expression;
}

/** The arguments as a summary sees them; a method's receiver is position 0. */
function argumentsOf(flow: ExpressionFlow, node: CallExpression, scope: Scope): PassedArgument[] {
  const result: PassedArgument[] = [];
  const add = (value: Expression, position: number | null, keyword: string | null, star: boolean) => {
    result.push({ position, keyword, star, value, roots: flow.nameableRoots(value, scope) });
  };
  const { callee } = node;
  if (callee.type === 'attribute') add(callee.object, 0, null, false);
  let position = result.length;
  for (const { keyword, star, value } of node.arguments) {
    add(value, keyword === null && !star ? position++ : null, keyword, star);
  }
  return result;
}

const isTruthy = (node: Expression) => node.type === 'constant' && node.truth === true;

/** Changes that the name of the callee and the keywords tell. `alone`: the call is a whole statement. */
function mutateByName(flow: ExpressionFlow, node: CallExpression, scope: Scope, alone: boolean): void {
  const { callee } = node;
  const name = callee.type === 'name' ? callee.id : callee.type === 'attribute' ? callee.attribute : '';
  const first = node.arguments.find((argument) => argument.keyword === null);
  if (callee.type === 'attribute' && !isModuleCall(flow, callee, scope)) {
    // Where any unknown call may change its receiver, one that is a whole statement is no other.
    const guessed =
      flow.environment.unknownCalls === 'mutate'
        ? MODULE_SETTERS.has(name)
        : alone && !PURE_METHODS.has(name);
    if (MUTATING_METHODS.has(name) || guessed) flow.mutateRoots(callee.object, scope);
  }
  if (MUTATING_FUNCTIONS.has(name) && first !== undefined) flow.mutateRoots(first.value, scope);
  for (const { keyword, value } of node.arguments) {
    if (keyword === 'inplace' && !(value.type === 'constant' && value.truth === false)) {
      if (callee.type === 'attribute' && (isTruthy(value) || value.type !== 'constant')) {
        flow.mutateRoots(callee.object, scope);
      }
    }
    if (keyword === 'out') flow.mutateRoots(value, scope);
  }
}

/** Applies the functions of the notebook that a call may run; whether there are any. */
function applyKnown(
  flow: ExpressionFlow,
  site: CallSite,
  args: readonly PassedArgument[],
  summary: FunctionSummary | undefined,
  scope: Scope,
): boolean {
  if (!flow.followsCalls && summary === undefined) return false;
  const spreader = flow.effects();
  let bodies: readonly CalledBody[] = [];
  if (summary !== undefined) bodies = calledBodies(summary, spreader.resolver);
  else if (site.method) bodies = bodiesOfCall(site, spreader.resolver);
  for (const { body, shift } of bodies) {
    // In a body only functions local to it are known: it took in what they do where they are defined.
    let mutated = body.mutatesParameters;
    if (flow.followsCalls) {
      const effect = spreader.of(body);
      flow.apply(effect, !site.method && bodies.length === 1 ? body : null);
      mutated = effect.mutatesParameters;
    }
    for (const argument of args) {
      if (mutatedArguments(body, mutated, [argument], shift).length > 0)
        flow.mutateRoots(argument.value, scope);
    }
  }
  return bodies.length > 0;
}

/** A function of the notebook given as an argument may be called with what the other arguments hold. */
function passedFunctionsMutate(flow: ExpressionFlow, node: CallExpression, scope: Scope): boolean {
  if (node.arguments.length === 0) return false;
  return node.arguments.some(({ value }) => {
    if (value.type === 'lambda') return flow.summarizeLambda(value).mutatesParameters.size > 0;
    if (value.type !== 'name') return false;
    const summary = flow.functionAt(flow.key(value.id, scope));
    if (summary === undefined) return false;
    const spreader = flow.effects();
    return calledBodies(summary, spreader.resolver).some(
      ({ body }) => spreader.of(body).mutatesParameters.size > 0,
    );
  });
}

/** `exit()`, `sys.exit()`, `os._exit()`: what stands after them is not reached. */
function leavesCode(callee: Expression): boolean {
  if (callee.type === 'name') return LEAVING_FUNCTIONS.has(callee.id);
  if (callee.type !== 'attribute' || callee.object.type !== 'name') return false;
  return /^(?:sys|os)$/.test(callee.object.id) && LEAVING_FUNCTIONS.has(callee.attribute);
}

/** Walks a call. `alone`: it is a whole statement, so that it is there for what it changes. */
export function flowCall(flow: ExpressionFlow, node: CallExpression, scope: Scope, alone: boolean): void {
  const { callee } = node;
  let summary: FunctionSummary | undefined;
  let site: CallSite | null = null;
  const args = argumentsOf(flow, node, scope);
  const unspecified = mayChangeArguments(flow, callee, scope);
  const assumed = unspecified ? args.flatMap(({ roots }) => changeable(flow, roots)) : [];
  if (callee.type === 'name') {
    const key = flow.load(callee.id, scope);
    summary = flow.functionAt(key);
    site = { callee: key, method: false, arguments: args, assumed };
    if (isGlobalKey(key)) {
      flow.calledNames.add(key);
      flow.dynamic ||= DYNAMIC_FUNCTIONS.has(key);
      flow.paths.call(key);
    }
  } else if (callee.type === 'attribute') {
    flow.receiver(callee.object, scope);
    flow.methodCalls.add(callee.attribute);
    site = { callee: callee.attribute, method: true, arguments: args, assumed };
  } else flow.expression(callee, scope);

  for (const argument of node.arguments) flow.expression(argument.value, scope);
  if (leavesCode(callee)) flow.paths.leave();
  if (flow.state === null) return;
  mutateByName(flow, node, scope, alone);
  const known = site !== null && applyKnown(flow, site, args, summary, scope);
  const later = site !== null && !flow.followsCalls && (site.method || isGlobalKey(site.callee));
  if (site !== null && later) flow.calls.push(site);
  // A method of that name in the notebook need not be the one that is meant.
  if (unspecified && !later && (callee.type === 'attribute' || !known)) {
    for (const { value } of args)
      for (const key of changeable(flow, flow.roots(value, scope, true))) flow.mutate(key);
  }
  if (passedFunctionsMutate(flow, node, scope)) {
    if (callee.type === 'attribute') flow.mutateRoots(callee.object, scope);
    for (const { value } of node.arguments) {
      const isFunction = value.type === 'name' && flow.functionAt(flow.key(value.id, scope)) !== undefined;
      if (!isFunction) flow.mutateRoots(value, scope);
    }
  }
}
