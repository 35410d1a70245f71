/**
 * Functions, lambdas and classes: the expressions that a definition evaluates, and the summary of a run of
 * the body.
 */

import { ExpressionFlow } from './expression-flow.ts';
import { type FlowState, isGlobalKey, joinStates, type VariableKey } from './name-flow.ts';
import { type Reading, weaker } from './reading.ts';
import type { Scope, ScopeTree } from './scopes.ts';
import { type FunctionSummary, mergeSummaries, type StaticEnvironment } from './summaries.ts';
import type {
  ClassStatement,
  Expression,
  FunctionStatement,
  LambdaExpression,
  Parameter,
  Statement,
} from './syntax.ts';

/** The summary of a body without effects. */
export const NO_EFFECT: FunctionSummary = {
  kind: 'function',
  parameters: [],
  readings: new Map(),
  surelyCalls: new Set(),
  bodyWrites: new Set(),
  bodyMustWrites: new Set(),
  bodyDeletes: new Set(),
  bodyMutates: new Set(),
  mutatesParameters: new Set(),
  dynamic: false,
  calls: [],
  bases: [],
  methods: new Map(),
};

/** The summary for code that may call a function, or may not finish the call. */
export function unsureSummary(summary: FunctionSummary): FunctionSummary {
  const readings = new Map<string, Reading>();
  for (const [name, reading] of summary.readings) readings.set(name, weaker(reading, 'perhaps'));
  return { ...summary, readings, surelyCalls: new Set() };
}

/** The flow through definitions. */
export abstract class DefinitionFlow extends ExpressionFlow {
  readonly parameterKeys: ReadonlyMap<VariableKey, string>;
  readonly returns: FlowState[] = [];

  /** `parameterKeys`: the parameters in scope where a body is summarised; null at module level. */
  constructor(
    scopes: ScopeTree,
    environment: StaticEnvironment,
    parameterKeys: ReadonlyMap<VariableKey, string> | null = null,
  ) {
    super(scopes, environment, parameterKeys === null);
    this.parameterKeys = parameterKeys ?? new Map();
  }

  /** Walks a block of statements. */
  abstract block(statements: readonly Statement[], scope: Scope): void;

  /** A flow of the same kind for a body with these parameters in scope. */
  abstract enter(parameterKeys: ReadonlyMap<VariableKey, string>): DefinitionFlow;

  typeScope(owner: FunctionStatement['typeParameters'], scope: Scope): Scope {
    const inner = this.scopes.of.get(owner) ?? scope;
    // evaluated only on request
    for (const { bound } of owner) this.paths.perhaps(() => this.expressions([bound], inner));
    return inner;
  }

  /** Annotations: not evaluated from Python 3.14 on, and after `from __future__ import annotations`. */
  annotations(list: readonly (Expression | null)[], scope: Scope): void {
    this.paths.perhaps(() => this.expressions(list, scope));
  }

  defineFunction(node: FunctionStatement, scope: Scope): void {
    this.expressions(node.decorators, scope);
    this.defaults(node.parameters, scope);
    const around = this.typeScope(node.typeParameters, scope);
    const annotations = node.parameters.map(({ annotation }) => annotation);
    this.annotations([...annotations, node.returns], around);
    const body = this.summarize(node, node.parameters, (flow, inner) => flow.block(node.body, inner));
    const runs = !node.deferred && node.decorators.length === 0;
    const summary = runs ? body : unsureSummary(body);
    if (node.name !== null) this.defineName(node.name.id, scope, summary);
    // A body inside a body: it is taken to run when the outer one does.
    if (!this.followsCalls && scope.kind !== 'class') this.absorb(summary);
  }

  defineClass(node: ClassStatement, scope: Scope): void {
    this.expressions(node.decorators, scope);
    const around = this.typeScope(node.typeParameters, scope);
    const bases: string[] = [];
    for (const base of node.bases) {
      if (base.type === 'name') {
        const key = this.load(base.id, around);
        if (isGlobalKey(key)) bases.push(key);
      } else this.expression(base, around);
    }
    const inner = this.scopes.of.get(node)!;
    this.block(node.body, inner);
    const prefix = `#${inner.id}:`;
    const methods = new Map<string, FunctionSummary>();
    for (const [key, summary] of this.defined) {
      if (key.startsWith(prefix)) methods.set(key.slice(prefix.length), summary);
    }
    const summary: FunctionSummary = { ...NO_EFFECT, kind: 'class', bases, methods };
    if (node.name !== null) {
      this.defineName(node.name.id, scope, summary);
      // the class shares objects with its variables
      const held = [...this.aliases].flatMap(([key, roots]) => (key.startsWith(prefix) ? [...roots] : []));
      this.alias(
        this.key(node.name.id, scope),
        held.filter((key) => !key.startsWith(prefix)),
      );
    }
    if (!this.followsCalls) for (const method of methods.values()) this.absorb(method);
  }

  private defineName(name: string, scope: Scope, summary: FunctionSummary): void {
    const key = this.key(name, scope);
    const before = this.defined.get(key);
    this.bind(name, scope);
    // Several definitions of one name in one statement (branches, a property's setter): the name may refer to
    // any of them afterwards.
    this.define(key, before === undefined ? summary : mergeSummaries(before, summary));
  }

  summarizeLambda(node: LambdaExpression): FunctionSummary {
    return this.summarize(node, node.parameters, (flow, inner) => flow.expression(node.body, inner));
  }

  private summarize(
    node: FunctionStatement | LambdaExpression,
    parameters: readonly Parameter[],
    walk: (flow: DefinitionFlow, scope: Scope) => void,
  ): FunctionSummary {
    const scope = this.scopes.of.get(node)!;
    const keys = new Map<VariableKey, string>();
    for (const { name } of parameters) if (name !== null) keys.set(`#${scope.id}:${name}`, name);
    const flow = this.enter(new Map([...this.parameterKeys, ...keys]));
    walk(flow, scope);
    const end = flow.returns.reduce(joinStates, flow.state);
    // Variables of enclosing functions: their objects change where the inner function runs.
    for (const key of flow.mutated) if (!isGlobalKey(key) && !keys.has(key)) this.mutate(key);
    return {
      kind: 'function',
      parameters: parameters.flatMap(({ name, kind }) =>
        name === null ? [] : [{ name, variadic: /star/.test(kind), keyword: kind === 'keyword' }],
      ),
      readings: flow.paths.readings,
      surelyCalls: flow.paths.calls,
      bodyWrites: flow.writes,
      bodyMustWrites: new Set([...(end ?? [])].filter((name) => isGlobalKey(name))),
      bodyDeletes: flow.deletes,
      bodyMutates: new Set([...flow.mutated].filter(isGlobalKey)),
      mutatesParameters: new Set([...keys].filter(([key]) => flow.mutated.has(key)).map(([, name]) => name)),
      dynamic: flow.dynamic || flow.unknownWrites,
      calls: flow.calls,
      bases: [],
      methods: new Map(),
    };
  }

  absorb(summary: FunctionSummary): void {
    if (this.followsCalls) {
      this.mayRun(summary);
      return;
    }
    if (this.state === null) return;
    this.loadAll(summary.readings);
    for (const name of summary.bodyWrites) this.writes.add(name);
    for (const name of summary.bodyDeletes) this.deletes.add(name);
    for (const name of summary.bodyMutates) this.mutate(name);
    this.dynamic ||= summary.dynamic;
    // The inner function's own parameters have no meaning outside of it.
    const known = (root: string) => !root.startsWith('$') || this.parameterKeys.has(root.slice(1));
    for (const site of summary.calls) {
      const args = site.arguments.map((each) => ({ ...each, roots: each.roots.filter(known) }));
      this.calls.push({ ...site, arguments: args, assumed: site.assumed.filter(known) });
    }
  }
}
