/**
 * The global names that statements mention, in any order, as in CPython's symbol table. The interpreter finds reads
 * before writes.
 */
import { buildScopes } from './build-scopes.ts';
import { resolveName, type Scope } from './scopes.ts';
import type { Range, Statement } from './syntax.ts';

/** Global names of a statement without regard to order, as CPython's symbol table has them. */
export interface GlobalNames {
  /** Bound, deleted or declared at module level, or through `global` anywhere in the statement. */
  readonly bound: ReadonlySet<string>;
  /** Used by code that runs with the statement: module level, class bodies, comprehensions. */
  readonly used: ReadonlySet<string>;
  /** Used by the bodies of functions and lambdas. */
  readonly usedInBodies: ReadonlySet<string>;
}

/** The global names that a statement mentions. */
export function findGlobalNames(statements: readonly Statement[]): GlobalNames {
  const names = { bound: new Set<string>(), used: new Set<string>(), usedInBodies: new Set<string>() };
  const visit = (scope: Scope, inBody: boolean) => {
    const isGlobal = (name: string) => resolveName(name, scope).kind === 'module';
    for (const name of scope.uses) if (isGlobal(name)) names[inBody ? 'usedInBodies' : 'used'].add(name);
    for (const name of scope.bound) if (isGlobal(name)) names.bound.add(name);
    for (const child of scope.children) visit(child, inBody || child.kind === 'function');
  };
  visit(buildScopes(statements).module, false);
  return names;
}

/** Where statements use a global name, in order of their text. */
export function findUses(statements: readonly Statement[], name: string): readonly Range[] {
  const { uses } = buildScopes(statements);
  return uses
    .filter((use) => use.name === name && resolveName(name, use.scope).kind === 'module')
    .map(({ from, to }) => ({ from, to }))
    .sort((a, b) => a.from - b.from);
}
