/**
 * The reads, bindings and changes of a call: through a summary for a function of the notebook, through
 * library-call.ts for any other.
 */
import type { ExpressionFlow } from './expression-flow.ts';
import { libraryCall } from './library-call.ts';
import { isGlobalKey, type VariableKey } from './name-flow.ts';
import { isDynamic } from './namespace-functions.ts';
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

/** An argument with its expression. */
interface PassedArgument extends CallArgument {
  readonly value: Expression;
}

/** The arguments in the form that summaries use; a method's receiver has position 0. */
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

/** Applies the functions of the notebook that a call may run; returns whether there are any. */
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
    // In a body, only local functions are known: their definition has already added their effects.
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

/**
 * Whether one of the arguments is a function of the notebook that changes its own arguments: the call may
 * pass the other arguments to it.
 */
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

/** The roots that an unknown call may change: functions, classes and imported names are taken as unchanged. */
function changeable(flow: ExpressionFlow, roots: readonly VariableKey[]): VariableKey[] {
  return roots.filter((root) => {
    const summary = flow.functionAt(root);
    return flow.importAt(root) === undefined && (summary === undefined || summary.kind === 'instance');
  });
}

/** Walks a call. `alone`: the call is a whole statement, so it probably runs for its changes. */
export function flowCall(flow: ExpressionFlow, node: CallExpression, scope: Scope, alone: boolean): void {
  const { callee } = node;
  let summary: FunctionSummary | undefined;
  let site: CallSite | null = null;
  const args = argumentsOf(flow, node, scope);
  const library = libraryCall(flow, node, scope, alone);
  // nbgather's rule (Head et al., CHI 2019): an unspecified call may change its arguments
  const unspecified = flow.environment.unknownCalls === 'mutate' && !library.isSpecified;
  const assumed = unspecified ? args.flatMap(({ roots }) => changeable(flow, roots)) : [];
  if (callee.type === 'name') {
    const key = flow.load(callee.id, scope);
    summary = flow.functionAt(key);
    site = { callee: key, method: false, arguments: args, assumed };
    if (isGlobalKey(key)) {
      flow.calledNames.add(key);
      flow.dynamic ||= isDynamic(`builtins.${key}`);
      flow.paths.call(key);
    }
  } else if (callee.type === 'attribute') {
    flow.receiver(callee.object, scope);
    flow.methodCalls.add(callee.attribute);
    site = { callee: callee.attribute, method: true, arguments: args, assumed };
  } else flow.expression(callee, scope);

  for (const argument of node.arguments) flow.expression(argument.value, scope);
  if (library.leaves) flow.paths.leave();
  if (flow.state === null) return;
  for (const changed of library.changed) flow.mutateRoots(changed, scope);
  const known = site !== null && applyKnown(flow, site, args, summary, scope);
  const later = site !== null && !flow.followsCalls && (site.method || isGlobalKey(site.callee));
  if (site !== null && later) flow.calls.push(site);
  // A method of this name in the notebook need not be the callee.
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
