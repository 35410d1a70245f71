/**
 * What a call reads, binds and changes: a function of the notebook through its summary, any other by library-call.ts.
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

/** Which of these an unknown call may change: functions, classes and what was imported are taken to stay as they are. */
function changeable(flow: ExpressionFlow, roots: readonly VariableKey[]): VariableKey[] {
  return roots.filter((root) => {
    const summary = flow.functionAt(root);
    return flow.importAt(root) === undefined && (summary === undefined || summary.kind === 'instance');
  });
}

/** Walks a call. `alone`: it is a whole statement, so that it is there for what it changes. */
export function flowCall(flow: ExpressionFlow, node: CallExpression, scope: Scope, alone: boolean): void {
  const { callee } = node;
  let summary: FunctionSummary | undefined;
  let site: CallSite | null = null;
  const args = argumentsOf(flow, node, scope);
  const library = libraryCall(flow, node, scope, alone);
  // nbgather's rule (Head et al., CHI 2019): what is not specified to change nothing may change what it is given
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
