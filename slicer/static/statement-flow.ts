/**
 * Walks statements along Python's structured control flow, without a flow graph. Definitions:
 * definition-flow.ts. Calls: call-flow.ts.
 */

import { BUILTIN_NAMES } from './builtins.ts';
import { flowCall } from './call-flow.ts';
import { DefinitionFlow, unsureSummary } from './definition-flow.ts';
import { kindOf } from './library-call.ts';
import { type FlowState, joinStates, type VariableKey } from './name-flow.ts';
import type { Scope } from './scopes.ts';
import type { FunctionSummary } from './summaries.ts';
import { type CallExpression, type Expression, importedPath, type Statement } from './syntax.ts';

type Loop = Extract<Statement, { readonly type: 'for' | 'while' }>;

/** The truth of a constant test, otherwise null. */
function constantTruth(test: Expression | null): boolean | null {
  return test?.type === 'constant' ? test.truth : null;
}

/** Whether a handler may catch the error of a missing name. */
export function catchesMissing(exception: Expression | null): boolean {
  if (exception?.type === 'display') return exception.elements.some(catchesMissing);
  if (exception?.type !== 'name') return true;
  return /^(?:NameError|Exception|BaseException)$/.test(exception.id) || !BUILTIN_NAMES.has(exception.id);
}

/** The flow through statements. */
export class StatementFlow extends DefinitionFlow {
  private breaks: FlowState[] = [];

  enter(parameterKeys: ReadonlyMap<VariableKey, string>): StatementFlow {
    return new StatementFlow(this.scopes, this.environment, parameterKeys);
  }

  protected override kindOf(node: Expression, scope: Scope): string | null {
    return kindOf(this, node, scope);
  }

  protected override call(node: CallExpression, scope: Scope): void {
    flowCall(this, node, scope, false);
  }

  block(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) this.statement(statement, scope);
  }

  statement(node: Statement, scope: Scope): void {
    switch (node.type) {
      case 'expression':
        this.expressionStatement(node.value, scope);
        return;
      case 'assign':
        this.assign(node.targets, node.value, scope);
        return;
      case 'annotated':
        if (node.value !== null) this.assign([node.target], node.value, scope);
        else if (node.target.type !== 'name') this.expression(node.target, scope);
        // A function's annotations of variables are not evaluated.
        if (scope.kind !== 'function') this.annotations([node.annotation], scope);
        return;
      case 'update':
        this.expression(node.target, scope);
        this.expression(node.value, scope);
        this.mutateRoots(node.target, scope);
        if (node.target.type === 'name') this.bind(node.target.id, scope);
        return;
      case 'delete':
        for (const target of node.targets) this.delete(target, scope);
        return;
      case 'return':
      case 'raise':
        this.expressions(node.values, scope);
        if (node.type === 'return') this.returns.push(this.state);
        this.paths.leave();
        this.state = null;
        return;
      case 'break':
        this.breaks.push(this.state);
        this.paths.leaveLoop();
        this.state = null;
        return;
      case 'continue':
        this.paths.leaveLoop();
        this.state = null;
        return;
      case 'assert':
        this.expressions(node.values.slice(0, 1), scope);
        this.paths.perhaps(() => this.expressions(node.values.slice(1), scope));
        return;
      case 'pass':
      case 'global':
      case 'nonlocal':
        return;
      case 'import':
        for (const name of node.names) {
          this.imported.set(this.bind(name.bound, scope), importedPath(node.module, name));
        }
        if (node.star) {
          this.starImports.push(node.module ?? '');
          this.unknownWrites = true;
        }
        return;
      case 'type-alias':
        if (node.name !== null) this.bind(node.name.id, scope);
        // evaluated only on request
        this.paths.perhaps(() => this.expressions([node.value], this.typeScope(node.typeParameters, scope)));
        return;
      case 'if': {
        this.expressions([node.test], scope);
        const truth = constantTruth(node.test);
        const ways = [() => this.block(node.body, scope), () => this.block(node.otherwise, scope)];
        this.branches(truth === null ? ways : truth ? ways.slice(0, 1) : ways.slice(1));
        return;
      }
      case 'while':
      case 'for':
        this.loop(node, scope);
        return;
      case 'try':
        this.tryStatement(node, scope);
        return;
      case 'with':
        this.withStatement(node, scope);
        return;
      case 'match':
        this.match(node, scope);
        return;
      case 'function':
        this.defineFunction(node, scope);
        return;
      case 'class':
        this.defineClass(node, scope);
        return;
    }
  }

  private expressionStatement(value: Expression, scope: Scope): void {
    const awaited = value.type === 'operation' && value.operands.length === 1 ? value.operands[0]! : value;
    if (awaited.type === 'call') flowCall(this, awaited, scope, true);
    else this.expression(value, scope);
  }

  private assign(targets: readonly Expression[], value: Expression, scope: Scope): void {
    const [target] = targets;
    const summary =
      targets.length === 1 && target?.type === 'name' ? this.functionValue(value, scope) : undefined;
    if (summary === undefined) this.expression(value, scope);
    for (const each of targets) this.store(each, scope, value);
    if (target?.type !== 'name') return;
    const bound = summary ?? this.functionMadeBy(value, scope);
    if (bound !== undefined) this.define(this.key(target.id, scope), bound);
  }

  /** `f = lambda …` and `g = f` bind a function and run nothing. */
  private functionValue(value: Expression, scope: Scope): FunctionSummary | undefined {
    if (value.type === 'lambda') {
      this.defaults(value.parameters, scope);
      return this.summarizeLambda(value);
    }
    if (value.type !== 'name') return undefined;
    const summary = this.functionAt(this.key(value.id, scope));
    if (summary !== undefined) this.load(value.id, scope);
    return summary;
  }

  /**
   * The function of a value that runs later. `c = C()` binds an instance of a class of the notebook; `g =
   * jit(f)` and `partial(f, x)` bind a callable that calls f.
   */
  private functionMadeBy(value: Expression, scope: Scope): FunctionSummary | undefined {
    if (value.type !== 'call') return undefined;
    const known = (node: Expression) =>
      node.type === 'name' ? this.functionAt(this.key(node.id, scope)) : undefined;
    const callee = known(value.callee);
    if (callee?.kind === 'class') return { ...callee, kind: 'instance' };
    if (callee !== undefined) return undefined;
    const passed = value.arguments.map(({ value }) => known(value)).find((summary) => summary !== undefined);
    return passed && unsureSummary(passed);
  }

  private delete(target: Expression, scope: Scope): void {
    if (target.type === 'name') {
      this.load(target.id, scope);
      this.unbind(target.id, scope);
    } else if (target.type === 'display') for (const element of target.elements) this.delete(element, scope);
    else this.store(target, scope, null);
  }

  private loop(node: Loop, scope: Scope): void {
    const outerBreaks = this.breaks;
    this.breaks = [];
    if (node.type === 'for') this.expression(node.iterable, scope);
    else this.expressions([node.test], scope);
    // The sure bindings at the head are the sure bindings before: the body may never run, and only adds.
    const head = this.state;
    const truth = node.type === 'while' ? constantTruth(node.test) : null;
    const body = () => {
      if (node.type === 'for') this.store(node.target, scope, node.iterable, true);
      if (truth !== false) this.block(node.body, scope);
    };
    if (truth === true) this.paths.loop(body);
    else this.paths.perhaps(body);
    this.state = truth === true ? null : head;
    this.paths.perhaps(() => this.block(node.otherwise, scope));
    this.state = this.breaks.reduce(joinStates, this.state);
    this.breaks = outerBreaks;
  }

  private tryStatement(node: Extract<Statement, { readonly type: 'try' }>, scope: Scope): void {
    const entry = this.state;
    const body = () => this.block(node.body, scope);
    if (node.handlers.length === 0) body();
    else if (node.handlers.some(({ exception }) => catchesMissing(exception))) this.paths.harmless(body);
    else this.paths.perhaps(body);
    this.paths.perhaps(() => this.block(node.otherwise, scope));
    let end = this.state;
    this.paths.perhaps(() => {
      for (const { exception, name, body } of node.handlers) {
        this.state = entry;
        this.expressions([exception], scope);
        if (name !== null) this.bind(name.id, scope);
        this.block(body, scope);
        if (name !== null) this.unbind(name.id, scope);
        end = joinStates(end, this.state);
      }
    });
    if (node.finally.length > 0) {
      // It also runs after a failure, when no binding of the body is sure.
      this.state = entry;
      this.paths.perhaps(() => this.block(node.finally, scope));
      this.state = end;
      this.block(node.finally, scope);
    } else this.state = end;
  }

  private withStatement(node: Extract<Statement, { readonly type: 'with' }>, scope: Scope): void {
    let suppresses = false;
    let passes = true;
    for (const { context, target } of node.items) {
      const enter = () => {
        this.expression(context, scope);
        if (target !== null) this.store(target, scope, context);
      };
      const kind = this.kindOf(context, scope);
      if (passes) enter();
      else this.paths.perhaps(enter);
      // Unsound, static analysis only: undeclared context managers may swallow exceptions.
      const letsOut = kind === null ? null : this.environment.library.letsOut(kind);
      suppresses ||= letsOut === false;
      passes &&= letsOut === true;
    }
    const entered = this.state;
    const body = () => this.block(node.body, scope);
    if (suppresses) this.paths.harmless(body);
    else if (passes) body();
    else this.paths.perhaps(body);
    if (suppresses) this.state = joinStates(entered, this.state);
  }

  private match(node: Extract<Statement, { readonly type: 'match' }>, scope: Scope): void {
    this.expression(node.subject, scope);
    const subject = this.state;
    let end: FlowState = null;
    let exhaustive = false;
    this.paths.perhaps(() => {
      for (const { pattern, guard, body } of node.cases) {
        this.state = subject;
        this.expressions(pattern.values, scope);
        for (const name of pattern.captures) this.store(name, scope, node.subject);
        this.expressions([guard], scope);
        this.block(body, scope);
        end = joinStates(end, this.state);
        exhaustive ||= pattern.irrefutable && guard === null;
      }
    });
    this.state = exhaustive ? end : joinStates(end, subject);
  }
}
