/**
 * The declared uses of rows by functions, constructors and methods, for rules about data leakage. It does not
 * apply them to arguments.
 */
import type { CompiledEffects, CompiledRoleSpec, CompiledRoles } from '../../effects/index.ts';
import { fits } from './declared-trainers.ts';
import { packageOf, splitPath } from './dotted-path.ts';

/** Whether a method copies the rows of its receiver: methods of other libraries with the name need not (`repeat`). */
function copiesSelf(roles: CompiledRoles): boolean {
  return roles?.[0] === 'role' && roles[1] === 'resamples' && roles[2]?.[1] === 'self';
}

/** Declared roles by the paths in code. */
export class RowRoles {
  readonly #roles: CompiledEffects['roles'];
  /** The base of a class; null: none is declared. */
  readonly #baseOf: (kind: string) => string | null;
  /** Roles of functions and methods of a package by name, from any of its classes (the first declared one). */
  readonly #functions = new Map<string, CompiledRoleSpec>();
  readonly #methods = new Map<string, CompiledRoleSpec>();
  readonly #classes = new Map<string, Readonly<Record<string, CompiledRoleSpec>>>();
  /** By method name: the roles in most classes of all packages. */
  readonly #usual = new Map<string, Map<string, { readonly spec: CompiledRoleSpec; count: number }>>();

  constructor(roles: CompiledEffects['roles'], baseOf: (kind: string) => string | null) {
    this.#roles = roles;
    this.#baseOf = baseOf;
    for (const [module, classes] of Object.entries(roles)) {
      const top = packageOf(module);
      for (const [className, specs] of Object.entries(classes)) {
        if (className !== '') this.#classes.set(`${top}:${className}`, specs);
        for (const [name, spec] of Object.entries(specs)) {
          const key = `${top}:${name}`;
          if (className === '') this.#functions.set(key, spec);
          else {
            if (!this.#methods.has(key)) this.#methods.set(key, spec);
            this.#count(name, spec);
          }
        }
      }
    }
  }

  /** The use of rows by a function; null: undeclared. */
  ofFunction(path: string): CompiledRoleSpec | null {
    const [module, name] = splitPath(path);
    const own = this.#roles[module]?.['']?.[name];
    return own ?? this.#functions.get(`${packageOf(module)}:${name}`) ?? null;
  }

  /** The use of rows by a method, if its class itself is declared. */
  ofClass(path: string, name: string): CompiledRoleSpec | null {
    return this.#methodsOf(path)?.[name] ?? null;
  }

  /** The roles of the methods of a class, or of another class of the package with the same name. */
  #methodsOf(path: string): Readonly<Record<string, CompiledRoleSpec>> | undefined {
    const [module, className] = splitPath(path);
    return this.#roles[module]?.[className] ?? this.#classes.get(`${packageOf(path)}:${className}`);
  }

  /**
   * The use of rows by a method: from its class or a base; otherwise from the first class of the package with
   * such a method; otherwise, also for an unknown class, as in most classes with such a method.
   */
  ofMethod(kind: string | null, name: string): CompiledRoleSpec | null {
    const seen = new Set<string>();
    for (let at = kind; at !== null && !seen.has(at); at = this.#baseOf(at)) {
      seen.add(at);
      const own = this.#methodsOf(at)?.[name];
      if (own !== undefined) return own;
    }
    if (kind !== null) {
      const inPackage = this.#methods.get(`${packageOf(kind)}:${name}`);
      if (inPackage !== undefined) return inPackage;
      if (kind.startsWith('builtins.')) return null;
    }
    const usual = [...(this.#usual.get(name)?.values() ?? [])].filter(({ spec }) => !copiesSelf(spec.roles));
    // an object of an unknown class with a method that may train is taken for a model
    const isTrainer = ({ spec }: (typeof usual)[number]) => Number(fits(spec.roles));
    return usual.sort((a, b) => isTrainer(b) - isTrainer(a) || b.count - a.count)[0]?.spec ?? null;
  }

  #count(name: string, spec: CompiledRoleSpec): void {
    const counted = this.#usual.get(name) ?? new Map();
    this.#usual.set(name, counted);
    const key = JSON.stringify(spec.roles);
    const known = counted.get(key) ?? { spec, count: 0 };
    known.count += 1;
    counted.set(key, known);
  }
}
