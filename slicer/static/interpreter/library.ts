/**
 * Knowledge of libraries from the compiled effects: selects the declaration of a call, even if only the path
 * of a function or the class of a receiver is known. It does not apply declarations.
 */
import type { CompiledModule, CompiledResult, CompiledSpec } from '../../effects/index.ts';
import { packageOf, splitPath } from './dotted-path.ts';
import { habitOf, isMade, writesWorld } from './effect-habits.ts';
import { type DeclaredEffects, PackageDeclarations } from './package-declarations.ts';
import { RowRoles } from './row-roles.ts';

/** Declarations by the paths in code. */
export class LibraryKnowledge {
  #roles: RowRoles | null = null;
  readonly #effects: DeclaredEffects;
  readonly #packages = new Map<string, PackageDeclarations>();
  /** Delayed draws of a package by name: functions, and constructors by their classes. */
  readonly #later = new Map<string, CompiledSpec>();

  constructor(effects: DeclaredEffects) {
    this.#effects = effects;
    for (const [module, classes] of Object.entries(effects.later)) {
      for (const [className, specs] of Object.entries(classes)) {
        for (const [name, spec] of Object.entries(specs)) {
          if (className === '') this.#later.set(`${packageOf(module)}:${name}`, spec);
          else if (name === '__init__') this.#later.set(`${packageOf(module)}:${className}`, spec);
        }
      }
    }
  }

  /** The uses of rows. */
  get roles(): RowRoles {
    this.#roles ??= new RowRoles(this.#effects.roles, (kind) => this.#baseOf(kind));
    return this.#roles;
  }

  /** Whether a text has the name of a callable that is declared to train a model. */
  mayTrain(text: string): boolean {
    return text.match(/\w+/g)?.some((word) => this.#effects.trainers.has(word)) ?? false;
  }

  #package(name: string): PackageDeclarations {
    const known = this.#packages.get(name) ?? new PackageDeclarations(this.#effects.modulesOf(name));
    this.#packages.set(name, known);
    return known;
  }

  #module(path: string): CompiledModule | undefined {
    return this.#package(packageOf(path)).modules[path];
  }

  /** The draws of an object when it is used, for a function or class that makes it; null: undeclared. */
  laterDraws(path: string): CompiledSpec | null {
    const [module, name] = splitPath(path);
    const own = this.#effects.later[module];
    return (
      own?.['']?.[name] ?? own?.[name]?.__init__ ?? this.#later.get(`${packageOf(module)}:${name}`) ?? null
    );
  }

  /**
   * The first function of a world location's own package that sets a new value, such as the seed of a random
   * stream; null: there is none.
   */
  setterOf(world: string): string | null {
    for (const [module, { functions }] of Object.entries(this.#package(packageOf(world)).modules)) {
      for (const [name, { effect }] of Object.entries(functions))
        if (writesWorld(effect, world)) return `${module}.${name}`;
    }
    return null;
  }

  /** Whether a function or class is declared under this exact path. */
  knows(path: string): boolean {
    const [module, name] = splitPath(path);
    const effects = this.#module(module);
    if (effects?.functions[name] !== undefined || effects?.classes[name] !== undefined) return true;
    const roles = this.#effects.roles[module];
    return roles?.['']?.[name] !== undefined || roles?.[name] !== undefined;
  }

  /** Whether a class belongs to a package without any declaration, such as a module of the user's own. */
  isForeign(kind: string): boolean {
    return kind.includes('.') && Object.keys(this.#package(packageOf(kind)).modules).length === 0;
  }

  /** The declaration of a function; null if there is none, or the path is a class. */
  functionAt(path: string): CompiledSpec | null {
    const [module, name] = splitPath(path);
    const found = this.#module(module);
    const own = found?.functions[name];
    if (own !== undefined) return own;
    if (this.classAt(path) !== null || /^[A-Z]\w*[a-z]/.test(name)) return null;
    return this.#package(packageOf(module)).functions.get(name) ?? found?.functions.__default__ ?? null;
  }

  /** The path of a class in the declarations; null if there is none. */
  classAt(path: string): string | null {
    const [module, name] = splitPath(path);
    const own = this.#module(module);
    if (own?.classes[name] !== undefined || own?.attributes[name] !== undefined) return path;
    return this.#package(packageOf(path)).classes.get(name) ?? null;
  }

  /**
   * The declaration of a method for a receiver of a class: the class's own or an inherited one. For an
   * unknown class: a declaration of the same package, if all its classes with the method treat their
   * receivers alike.
   */
  method(kind: string, name: string): CompiledSpec | null {
    const inherited =
      this.#inLine(kind, name) ?? this.#calledPart(kind, name) ?? this.#inLine(kind, '__default__');
    if (inherited !== null) return inherited;
    const others = this.#package(packageOf(kind)).methods.get(name) ?? [];
    if (others.length > 0 && new Set(others.map(habitOf)).size === 1) return others[0]!;
    const [module] = splitPath(kind);
    const fallback = this.#module(module)?.classes.__default__;
    return fallback?.[name] ?? fallback?.__default__ ?? this.#inherited(kind);
  }

  /** The call of an object that an attribute holds (`df.plot(ax=ax)`). */
  #calledPart(kind: string, name: string): CompiledSpec | null {
    const [part] = this.attribute(kind, name) ?? [];
    return part?.[0] === 'made' ? this.#inLine(part[1], '__call__') : null;
  }

  /** The declaration of a method by its path, `datetime.datetime.now`; null: there is none. */
  classMethod(path: string): CompiledSpec | null {
    const [module, name] = splitPath(path);
    const kind = this.classAt(module);
    return kind === null ? null : (this.#inLine(kind, name) ?? this.#inLine(kind, '__default__'));
  }

  /** A method of a class, or of one of its bases. */
  #inLine(kind: string, name: string): CompiledSpec | null {
    const seen = new Set<string>();
    for (let at: string | null = kind; at !== null && !seen.has(at); at = this.#baseOf(at)) {
      seen.add(at);
      const [module, className] = splitPath(at);
      const own = this.#module(module)?.classes[className]?.[name];
      if (own !== undefined) return own;
    }
    return null;
  }

  #baseOf(kind: string): string | null {
    const [base] = this.attribute(kind, '__base__') ?? [];
    return base?.[0] === 'made' ? base[1] : null;
  }

  /** The declared value of an attribute of a class's objects; null: undeclared. */
  attribute(kind: string, name: string): readonly CompiledResult[] | null {
    const [module, className] = splitPath(kind);
    return this.#module(module)?.attributes[className]?.[name] ?? null;
  }

  /**
   * The declarations of methods with a name, from any class, by package: candidates for a receiver of an
   * unknown class.
   */
  methodsNamed(name: string): Iterable<readonly CompiledSpec[]> {
    return this.#effects
      .packagesWithMethod(name)
      .flatMap((each) => [this.#package(each).methods.get(name) ?? []]);
  }

  /** Whether Python's own functions and container methods with a name return None. */
  givesNothing(name: string): boolean {
    const { functions, classes } = this.#module('builtins') ?? { functions: {}, classes: {} };
    const specs = [functions, ...Object.values(classes)].flatMap((named) => named[name] ?? []);
    return (
      specs.length > 0 &&
      specs.every(({ returns }) => returns?.[0] === 'any' && isMade(returns[1], 'builtins.NoneType'))
    );
  }

  /** Whether a context manager of a class lets exceptions out of its block; null: undeclared. */
  letsOut(kind: string): boolean | null {
    const results = this.#inLine(kind, '__exit__')?.returns;
    return results?.[0] === 'any' ? isMade(results[1], 'builtins.NoneType') : null;
  }

  /** The default declaration of a package's classes, if they agree. */
  #inherited(kind: string): CompiledSpec | null {
    const defaults = this.#package(packageOf(kind)).methods.get('__default__') ?? [];
    return new Set(defaults.map(habitOf)).size === 1 ? defaults[0]! : null;
  }
}
