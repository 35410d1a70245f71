/**
 * nbgather's rule for calls (Head et al., CHI 2019), where an environment asks for it: what is not specified to change nothing may
 * change its receiver and its arguments. It knows specifications by name; what the notebook's own functions do comes from their summaries.
 */
import {
  DYNAMIC_FUNCTIONS,
  MODULE_SETTERS,
  MUTATING_FUNCTIONS,
  PURE_FUNCTIONS,
  PURE_METHODS,
  SPECIFIED_METHODS,
  SPECIFIED_MODULES,
} from './mutation.ts';
import type { NameFlow, VariableKey } from './name-flow.ts';
import type { Scope } from './scopes.ts';
import type { Expression } from './syntax.ts';

/** The dotted path that an expression has in a module (`np.linalg.inv` → `numpy.linalg.inv`); null if it is not of one. */
export function importedPath(flow: NameFlow, node: Expression, scope: Scope): string | null {
  if (node.type === 'name') return flow.importAt(flow.key(node.id, scope)) ?? null;
  if (node.type !== 'attribute') return null;
  const owner = importedPath(flow, node.object, scope);
  return owner === null ? null : `${owner}.${node.attribute}`;
}

/** Whether the call of a callee that is no function of the notebook may change what it is given. */
export function mayChangeArguments(flow: NameFlow, callee: Expression, scope: Scope): boolean {
  if (flow.environment.unknownCalls !== 'mutate') return false;
  const path = importedPath(flow, callee, scope);
  if (path !== null) return !SPECIFIED_MODULES.some((module) => path.startsWith(`${module}.`));
  if (callee.type === 'attribute') {
    return !PURE_METHODS.has(callee.attribute) && !SPECIFIED_METHODS.has(callee.attribute);
  }
  if (callee.type !== 'name') return true;
  const { id } = callee;
  return !PURE_FUNCTIONS.has(id) && !MUTATING_FUNCTIONS.has(id) && !DYNAMIC_FUNCTIONS.has(id);
}

/** Whether a method call is of a module, so that it does not change its receiver. */
export function isModuleCall(flow: NameFlow, callee: Expression, scope: Scope): boolean {
  if (flow.environment.unknownCalls !== 'mutate' || callee.type !== 'attribute') return false;
  return importedPath(flow, callee, scope) !== null && !MODULE_SETTERS.has(callee.attribute);
}

/** Which of these an unknown call may change: functions, classes and what was imported are taken to stay as they are. */
export function changeable(flow: NameFlow, roots: readonly VariableKey[]): VariableKey[] {
  return roots.filter((root) => {
    const summary = flow.functionAt(root);
    return flow.importAt(root) === undefined && (summary === undefined || summary.kind === 'instance');
  });
}
