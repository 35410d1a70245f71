/**
 * Python's scopes: the names that a block binds, and the scope to which a used name resolves. The rules are
 * the ones of CPython's symbol table. build-scopes.ts fills the scopes.
 */
import type {
  ClassStatement,
  ComprehensionExpression,
  FunctionStatement,
  LambdaExpression,
  Range,
  TypeParameter,
} from './syntax.ts';

/**
 * `type-parameters` is the scope of `[T]` around a definition, and of the value of a `type` alias. In a class,
 * its names resolve to the class's names first, then to the globals; as in CPython's table they count as
 * global.
 * Imprecise: a name in a class body counts as global, unless the class binds the name before.
 */
export type ScopeKind = 'module' | 'function' | 'comprehension' | 'class' | 'type-parameters';

/** A block with a scope. For a definition with type parameters, the array of parameters owns the scope of `[T]`. */
export type ScopeOwner =
  | FunctionStatement
  | LambdaExpression
  | ClassStatement
  | ComprehensionExpression
  | readonly TypeParameter[];

/** One scope with the names as written there, after mangling of private names. */
export interface Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | null;
  /** Name of the class for mangling (`__x` in class C is `_C__x`): the innermost class around. */
  readonly className: string | null;
  readonly bound: Set<string>;
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
  readonly uses: Set<string>;
  readonly children: Scope[];
  /** Distinguishes local names of different scopes in one analysis. */
  readonly id: number;
}

/** A use of a name, and its scope. */
export interface NameUse extends Range {
  readonly name: string;
  readonly scope: Scope;
}

/** All scopes of a statement. */
export interface ScopeTree {
  readonly module: Scope;
  readonly uses: readonly NameUse[];
  readonly of: ReadonlyMap<ScopeOwner, Scope>;
}

/** A name as the interpreter stores it: private names in a class are mangled. */
export function mangleName(name: string, className: string | null): string {
  if (className === null || !name.startsWith('__') || name.endsWith('__')) return name;
  const stripped = className.replace(/^_+/, '');
  return stripped === '' ? name : `_${stripped}${name}`;
}

/** The scope that owns the variable of a (mangled) name used in `scope`; the module's scope for globals. */
export function resolveName(name: string, scope: Scope): Scope {
  let current = scope;
  for (;;) {
    if (current.kind === 'module') return current;
    if (current.kind !== 'class' || current === scope) {
      if (current.globals.has(name)) break;
      if (current.bound.has(name) && !current.nonlocals.has(name)) return current;
    }
    current = current.parent!;
  }
  while (current.parent !== null) current = current.parent;
  return current;
}
