/**
 * Python's scopes: which names a block binds, and where a name that is used in it resolves to.
 * The rules are those of CPython's symbol table. They are filled by build-scopes.ts.
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
 * `type-parameters` is the scope that `[T]` opens around a definition, and that the value of a `type` alias has.
 * In a class it sees the class's names first, then the globals; as in CPython's table they count as global.
 * Imprecise: a name in a class body counts as global, unless the class binds the name before.
 */
export type ScopeKind = 'module' | 'function' | 'comprehension' | 'class' | 'type-parameters';

/** A block that opens a scope. For definitions with type parameters that scope is kept under the parameters' array. */
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
  /** Name of the class for mangling (`__x` in class C is `_C__x`), that of the innermost class around. */
  readonly className: string | null;
  readonly bound: Set<string>;
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
  readonly uses: Set<string>;
  readonly children: Scope[];
  /** Distinguishes local names of different scopes in one analysis. */
  readonly id: number;
}

/** A place where a name is used, and the scope that it is used in. */
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

/** The scope whose variable a (mangled) name means when it is used in `scope`; the module's if it is global. */
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
