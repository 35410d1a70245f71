/**
 * Interprets statements one after another. control-flow.ts has the ones that direct the flow,
 * definition-values.ts functions and classes, target-values.ts targets.
 */
import type { Scope } from '../scopes.ts';
import { type Expression, importedPath, type Statement } from '../syntax.ts';
import { ControlFlow } from './control-flow.ts';

type Of<Type extends Statement['type']> = Extract<Statement, { readonly type: Type }>;

/** The interpretation of statements. */
export abstract class StatementValues extends ControlFlow {
  protected block(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) {
      if (this.state.dead) return;
      if (this.depth === 0) this.at = statement;
      this.#statement(statement, scope);
    }
  }

  #statement(node: Statement, scope: Scope): void {
    switch (node.type) {
      case 'expression':
        this.#alone(node.value, scope);
        return;
      case 'assign': {
        const value = this.expression(node.value, scope);
        for (const target of node.targets) this.store(target, scope, value);
        return;
      }
      case 'annotated':
        this.#annotated(node, scope);
        return;
      case 'update':
        this.update(node, scope);
        return;
      case 'delete':
        for (const target of node.targets) this.delete(target, scope);
        return;
      case 'return':
      case 'raise':
        this.leave(node, scope);
        return;
      case 'break':
      case 'continue':
        this.jump(node.type, node);
        return;
      case 'assert':
        for (const value of node.values.slice(0, 1)) this.expression(value, scope);
        this.perhaps(() => {
          for (const value of node.values.slice(1)) this.expression(value, scope);
        });
        return;
      case 'pass':
      case 'global':
      case 'nonlocal':
        return;
      case 'import':
        this.#import(node, scope);
        return;
      case 'type-alias':
        if (node.name !== null) this.bind(node.name.id, scope, [this.make(node, null)]);
        // evaluated only on request
        this.perhaps(() => {
          const around = this.typeScope(node.typeParameters, scope);
          if (node.value !== null) this.expression(node.value, around);
        });
        return;
      case 'if':
        this.choice(node, scope);
        return;
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

  /** Interprets an expression whose value is not used; a call may stand under `await`. */
  #alone(value: Expression, scope: Scope): void {
    const inner = value.type === 'operation' && value.operands.length === 1 ? value.operands[0]! : value;
    if (inner.type === 'call') this.call(inner, scope, true);
    else this.expression(value, scope);
  }

  #annotated(node: Of<'annotated'>, scope: Scope): void {
    if (node.value !== null) this.store(node.target, scope, this.expression(node.value, scope));
    else if (node.target.type !== 'name') this.expression(node.target, scope);
    if (scope.kind !== 'function') this.perhaps(() => this.expression(node.annotation, scope));
  }

  #import(node: Of<'import'>, scope: Scope): void {
    if (node.star) this.uses.stars.push(node.module ?? '');
    if (node.star && node.module !== null) this.#importAll(node.module);
    for (const name of node.names) {
      const path = importedPath(node.module, name);
      this.bind(name.bound, scope, [this.path(path)], 'import');
      this.uses.imports.set(this.key(name.bound, scope), path);
    }
  }

  /** All names of a module may be names of the notebook from here on. */
  #importAll(star: string): void {
    this.stars.push(star);
    this.trail.note(
      () => this.stars.pop(),
      () => this.#importAll(star),
    );
  }
}
