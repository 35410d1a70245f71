/** Builds the scopes of statements that run together. Order of evaluation does not matter here. */
import {
  mangleName,
  type NameUse,
  type Scope,
  type ScopeKind,
  type ScopeOwner,
  type ScopeTree,
} from './scopes.ts';
import type {
  ClassStatement,
  Expression,
  FunctionStatement,
  Parameter,
  Statement,
  TypeAliasStatement,
} from './syntax.ts';

class ScopeBuilder {
  readonly of = new Map<ScopeOwner, Scope>();
  readonly uses: NameUse[] = [];
  private count = 0;

  open(kind: ScopeKind, parent: Scope | null, owner: ScopeOwner | null, className?: string | null): Scope {
    const scope: Scope = {
      kind,
      parent,
      className: className === undefined ? (parent?.className ?? null) : className,
      bound: new Set(),
      globals: new Set(),
      nonlocals: new Set(),
      uses: new Set(),
      children: [],
      id: this.count++,
    };
    parent?.children.push(scope);
    if (owner !== null) this.of.set(owner, scope);
    return scope;
  }

  use(name: string, scope: Scope): void {
    scope.uses.add(mangleName(name, scope.className));
  }

  bind(name: string, scope: Scope): void {
    scope.bound.add(mangleName(name, scope.className));
  }

  expressions(list: readonly (Expression | null)[], scope: Scope): void {
    for (const expression of list) if (expression !== null) this.expression(expression, scope);
  }

  expression(node: Expression, scope: Scope): void {
    switch (node.type) {
      case 'name':
        this.use(node.id, scope);
        this.uses.push({ name: mangleName(node.id, scope.className), scope, from: node.from, to: node.to });
        break;
      case 'lambda': {
        this.defaults(node.parameters, scope);
        const inner = this.open('function', scope, node);
        this.parameters(node.parameters, inner);
        this.expression(node.body, inner);
        break;
      }
      case 'comprehension': {
        const inner = this.open('comprehension', scope, node);
        for (const [i, clause] of node.clauses.entries()) {
          this.expression(clause.iterable, i === 0 ? scope : inner);
          this.target(clause.target, inner);
          this.expressions(clause.conditions, inner);
        }
        this.expressions(node.elements, inner);
        break;
      }
      case 'call':
        this.expression(node.callee, scope);
        for (const argument of node.arguments) this.expression(argument.value, scope);
        break;
      case 'attribute':
        this.expression(node.object, scope);
        break;
      case 'subscript':
        this.expressions([node.object, ...node.index], scope);
        break;
      case 'walrus': {
        this.expression(node.value, scope);
        let outer = scope;
        while (outer.kind === 'comprehension') outer = outer.parent!;
        this.target(node.target, outer);
        break;
      }
      case 'conditional':
        this.expressions([node.test, node.body, node.otherwise], scope);
        break;
      case 'boolean':
        this.expressions([node.left, node.right], scope);
        break;
      case 'display':
        this.expressions(node.elements, scope);
        break;
      case 'operation':
        this.expressions(node.operands, scope);
        break;
      case 'magic':
        this.expressions(node.reads, scope);
        for (const name of [...node.writes, ...node.deletes]) this.bind(name, scope);
        break;
      case 'constant':
        break;
    }
  }

  target(node: Expression, scope: Scope): void {
    if (node.type === 'name') this.bind(node.id, scope);
    else if (node.type === 'display') for (const element of node.elements) this.target(element, scope);
    else if (node.type === 'operation') for (const operand of node.operands) this.target(operand, scope);
    else this.expression(node, scope);
  }

  defaults(parameters: readonly Parameter[], scope: Scope): void {
    this.expressions(
      parameters.map((parameter) => parameter.default),
      scope,
    );
  }

  parameters(parameters: readonly Parameter[], scope: Scope): void {
    for (const { name } of parameters) if (name !== null) this.bind(name, scope);
  }

  typeParameters(owner: FunctionStatement | ClassStatement | TypeAliasStatement, scope: Scope): Scope {
    if (owner.typeParameters.length === 0 && owner.type !== 'type-alias') return scope;
    const className = owner.type === 'class' ? (owner.name?.id ?? null) : undefined;
    const inner = this.open('type-parameters', scope, owner.typeParameters, className);
    for (const { name, bound } of owner.typeParameters) {
      this.bind(name, inner);
      this.expressions([bound], inner);
    }
    return inner;
  }

  block(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) this.statement(statement, scope);
  }

  define(node: FunctionStatement | ClassStatement, scope: Scope): void {
    this.expressions(node.decorators, scope);
    if (node.name !== null) this.bind(node.name.id, scope);
    if (node.type === 'function') {
      this.defaults(node.parameters, scope);
      const around = this.typeParameters(node, scope);
      const annotations = node.parameters.map((parameter) => parameter.annotation);
      this.expressions([...annotations, node.returns], around);
      const inner = this.open('function', around, node);
      this.parameters(node.parameters, inner);
      this.block(node.body, inner);
    } else {
      const around = this.typeParameters(node, scope);
      this.expressions(node.bases, around);
      this.block(node.body, this.open('class', around, node, node.name?.id ?? null));
    }
  }

  statement(node: Statement, scope: Scope): void {
    switch (node.type) {
      case 'expression':
        this.expression(node.value, scope);
        return;
      case 'assign':
        this.expression(node.value, scope);
        for (const target of node.targets) this.target(target, scope);
        return;
      case 'annotated':
        this.expressions([node.value], scope);
        if (scope.kind !== 'function') this.expression(node.annotation, scope);
        // A bare declaration binds nothing but makes the name local; `(x): int` alone does neither.
        if (node.simple || node.value !== null || node.target.type !== 'name')
          this.target(node.target, scope);
        return;
      case 'update':
        this.expression(node.value, scope);
        this.target(node.target, scope);
        return;
      case 'delete':
        for (const target of node.targets) this.target(target, scope);
        return;
      case 'return':
      case 'raise':
      case 'assert':
        this.expressions(node.values, scope);
        return;
      case 'break':
      case 'continue':
      case 'pass':
        return;
      case 'global':
      case 'nonlocal': {
        const declared = node.type === 'global' ? scope.globals : scope.nonlocals;
        for (const name of node.names) declared.add(mangleName(name, scope.className));
        return;
      }
      case 'import':
        for (const { bound } of node.names) this.bind(bound, scope);
        return;
      case 'type-alias':
        if (node.name !== null) this.bind(node.name.id, scope);
        this.expressions([node.value], this.typeParameters(node, scope));
        return;
      case 'if':
      case 'while':
        this.expressions([node.test], scope);
        this.block([...node.body, ...node.otherwise], scope);
        return;
      case 'for':
        this.expression(node.iterable, scope);
        this.target(node.target, scope);
        this.block([...node.body, ...node.otherwise], scope);
        return;
      case 'try':
        this.block([...node.body, ...node.otherwise, ...node.finally], scope);
        for (const handler of node.handlers) {
          this.expressions([handler.exception], scope);
          if (handler.name !== null) this.bind(handler.name.id, scope);
          this.block(handler.body, scope);
        }
        return;
      case 'with':
        for (const item of node.items) {
          this.expression(item.context, scope);
          if (item.target !== null) this.target(item.target, scope);
        }
        this.block(node.body, scope);
        return;
      case 'match':
        this.expression(node.subject, scope);
        for (const { pattern, guard, body } of node.cases) {
          for (const name of pattern.captures) this.bind(name.id, scope);
          this.expressions([...pattern.values, guard], scope);
          this.block(body, scope);
        }
        return;
      case 'function':
      case 'class':
        this.define(node, scope);
        return;
    }
  }
}

/** The scopes of statements that run together at module level. */
export function buildScopes(statements: readonly Statement[]): ScopeTree {
  const builder = new ScopeBuilder();
  const module = builder.open('module', null, null);
  builder.block(statements, module);
  return { module, uses: builder.uses, of: builder.of };
}
