/**
 * Walks expressions in Python's order of evaluation, and reports their reads, bindings and changes to
 * NameFlow. call-flow.ts handles calls; statement-flow.ts handles bodies of functions.
 */
import { type FlowState, isGlobalKey, joinStates, NameFlow, type VariableKey } from './name-flow.ts';
import type { Scope } from './scopes.ts';
import type { FunctionSummary } from './summaries.ts';
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  LambdaExpression,
  Parameter,
} from './syntax.ts';

/** The flow through expressions. */
export abstract class ExpressionFlow extends NameFlow {
  /** The summary of a lambda's body. */
  abstract summarizeLambda(node: LambdaExpression): FunctionSummary;

  /** The class of an expression's value; null: not known. */
  protected abstract kindOf(node: Expression, scope: Scope): string | null;

  /** Walks a call. */
  protected abstract call(node: CallExpression, scope: Scope): void;

  /** Adds the effects of a function that may run here: at once, or to the current summary. */
  abstract absorb(summary: FunctionSummary): void;

  expressions(list: readonly (Expression | null)[], scope: Scope): void {
    for (const expression of list) if (expression !== null) this.expression(expression, scope);
  }

  expression(node: Expression, scope: Scope): void {
    switch (node.type) {
      case 'name': {
        const summary = this.functionAt(this.load(node.id, scope));
        // In a body, a local function is taken to run where it is defined.
        if (summary !== undefined && this.followsCalls) this.mayRun(summary);
        break;
      }
      case 'lambda':
        // Not bound to a name: it is taken to run here, because nothing shows another call.
        this.defaults(node.parameters, scope);
        this.absorb(this.summarizeLambda(node));
        break;
      case 'comprehension':
        this.comprehension(node, scope);
        break;
      case 'call':
        this.call(node, scope);
        break;
      case 'attribute':
        this.receiver(node.object, scope);
        break;
      case 'subscript':
        this.expressions([node.object, ...node.index], scope);
        break;
      case 'walrus':
        this.expression(node.value, scope);
        this.store(node.target, scope, node.value);
        break;
      case 'conditional':
        this.expression(node.test, scope);
        this.branches([
          () => this.expression(node.body, scope),
          () => this.expression(node.otherwise, scope),
        ]);
        break;
      case 'boolean':
        this.expression(node.left, scope);
        this.branches([() => this.expression(node.right, scope), () => {}]);
        break;
      case 'display':
        this.expressions(node.elements, scope);
        break;
      case 'operation':
        this.expressions(node.operands, scope);
        break;
      case 'magic': {
        // IPython keeps text that it cannot evaluate, and reports missing names
        this.paths.harmless(() => this.expressions(node.reads, scope));
        for (const name of node.writes) this.bind(name, this.scopes.module);
        for (const name of node.deletes) this.unbind(name, this.scopes.module);
        this.unknownWrites ||= node.unknownWrites;
        break;
      }
      case 'constant':
        break;
    }
  }

  /** Evaluates an object only to reach an attribute: an instance's other methods do not run. */
  receiver(node: Expression, scope: Scope): void {
    if (node.type === 'name') this.load(node.id, scope);
    else this.expression(node, scope);
  }

  /** Runs alternatives from the same state and joins where they end. */
  branches(alternatives: readonly (() => void)[]): void {
    const before = this.state;
    const ends: FlowState[] = [];
    this.paths.either(
      alternatives.map((run) => () => {
        this.state = before;
        run();
        ends.push(this.state);
      }),
    );
    this.state = ends.reduce(joinStates, null);
  }

  comprehension(node: ComprehensionExpression, scope: Scope): void {
    const inner = this.scopes.of.get(node)!;
    const [first] = node.clauses;
    if (first !== undefined) this.expression(first.iterable, scope);
    // The iterable may be empty, and a generator may never be resumed.
    const outer = this.state;
    this.paths.perhaps(() => {
      for (const [i, { target, iterable, conditions }] of node.clauses.entries()) {
        if (i > 0) this.expression(iterable, inner);
        this.store(target, inner, iterable, true);
        this.expressions(conditions, inner);
      }
      this.expressions(node.elements, inner);
    });
    this.state = outer;
  }

  defaults(parameters: readonly Parameter[], scope: Scope): void {
    for (const parameter of parameters) this.expressions([parameter.default], scope);
  }

  /**
   * Stores into a target. `value`: the expression with which the target may share objects; `through`: also
   * through calls (`for a, b in zip(x, y)`).
   */
  store(target: Expression, scope: Scope, value: Expression | null, through = false): void {
    switch (target.type) {
      case 'name': {
        let binder = scope;
        if (scope.kind === 'comprehension' && !scope.bound.has(target.id)) {
          while (binder.kind === 'comprehension') binder = binder.parent!;
        }
        const kind = value === null || through ? null : this.kindOf(value, scope);
        const key = this.bind(target.id, binder, kind);
        if (value !== null) this.alias(key, this.roots(value, scope, through));
        break;
      }
      case 'display':
        for (const element of target.elements) this.store(element, scope, value, through);
        break;
      case 'operation':
        for (const operand of target.operands) this.store(operand, scope, value, through);
        break;
      case 'attribute':
      case 'subscript':
        this.receiver(target.object, scope);
        if (target.type === 'subscript') this.expressions(target.index, scope);
        this.mutateRoots(target.object, scope);
        if (value !== null) {
          const held = this.roots(value, scope, through);
          for (const key of this.roots(target.object, scope, true)) this.alias(key, held);
        }
        break;
      default:
        this.expression(target, scope);
    }
  }

  /**
   * The variables an expression's object may be part of, or share parts with; `through` calls: a call's receiver and
   * arguments too.
   * Unsound, static analysis only: other results of called functions are not followed (`b = f(a)`).
   */
  roots(node: Expression, scope: Scope, through: boolean): VariableKey[] {
    const each = (nodes: readonly Expression[]) => nodes.flatMap((part) => this.roots(part, scope, through));
    switch (node.type) {
      case 'name':
        return [this.key(node.id, scope)];
      case 'attribute':
      case 'subscript':
        return this.roots(node.object, scope, through);
      case 'conditional':
        return each([node.body, node.otherwise]);
      case 'boolean':
        return each([node.left, node.right]);
      case 'walrus':
        return each([node.target, node.value]);
      case 'display':
        return each(node.elements);
      case 'call': {
        if (!through) return [];
        const args = each(node.arguments.map((argument) => argument.value));
        return node.callee.type === 'attribute'
          ? [...this.roots(node.callee.object, scope, true), ...args]
          : args;
      }
      default:
        return [];
    }
  }

  /** Changes all roots of which an expression's object may be part. */
  mutateRoots(node: Expression, scope: Scope): void {
    for (const key of this.roots(node, scope, true)) this.mutate(key);
  }

  /** The roots that a summary can name: globals, and as `$variable` the parameters of enclosing bodies. */
  nameableRoots(node: Expression, scope: Scope): string[] {
    const found = new Set<string>();
    const pending = this.roots(node, scope, true);
    const seen = new Set<VariableKey>();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (isGlobalKey(next)) found.add(next);
      else if (this.parameterKeys.has(next)) found.add(`$${next}`);
      pending.push(...(this.aliases.get(next) ?? []));
    }
    return [...found];
  }

  /** Parameters of the current body and of enclosing bodies, by variable. */
  abstract readonly parameterKeys: ReadonlyMap<VariableKey, string>;
}
