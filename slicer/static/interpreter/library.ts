/**
 * Knowledge of libraries from the compiled effects: selects the declaration of a call, even if only the path
 * of a function or the class of a receiver is known. It does not apply declarations.
 */
import type {
  CompiledEffect,
  CompiledModule,
  CompiledPlace,
  CompiledResult,
  CompiledRoleSpec,
  CompiledRoles,
  CompiledSpec,
} from '../../effects/index.ts';
import { type DeclaredEffects, PackageDeclarations, packageOf } from './package-declarations.ts';

/** The effect of a method on its receiver; `either`: it depends on the arguments. */
export type Habit = 'changes' | 'reads' | 'either';

/** The result class of calls that never return: `sys.exit()`. */
const NEVER = 'typing.NoReturn';

/** `a.b.c` as `a.b` and `c`. */
function split(path: string): readonly [string, string] {
  const dot = path.lastIndexOf('.');
  return [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)];
}

/** Whether a method copies the rows of its receiver: methods of other libraries with the name need not (`repeat`). */
function copiesSelf(roles: CompiledRoles): boolean {
  return roles?.[0] === 'role' && roles[1] === 'resamples' && roles[2]?.[1] === 'self';
}

/** Whether a role, under some arguments, trains a model. */
function trains(roles: CompiledRoles): boolean {
  if (roles === null) return false;
  if (roles[0] === 'role') return roles[1] === 'fits';
  return (roles.slice(roles[0] === 'all' ? 1 : 2) as CompiledRoles[]).some(trains);
}

/** Declarations by the paths in code. */
export class LibraryKnowledge {
  readonly #effects: DeclaredEffects;
  readonly #packages = new Map<string, PackageDeclarations>();
  /** Roles of functions and methods of a package by name, from any of its classes (the first declared one). */
  readonly #roleFunctions = new Map<string, CompiledRoleSpec>();
  readonly #roleClasses = new Map<string, Readonly<Record<string, CompiledRoleSpec>>>();
  /** Delayed draws of a package by name: functions, and constructors by their classes. */
  readonly #later = new Map<string, CompiledSpec>();
  readonly #roleMethods = new Map<string, CompiledRoleSpec>();
  /** The last names of callables declared to train a model, in any package. */
  readonly #trainers = new Set<string>();
  /** By method name: the roles in most classes of all packages. */
  readonly #usualRoles = new Map<string, Map<string, { readonly spec: CompiledRoleSpec; count: number }>>();

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
    for (const [module, classes] of Object.entries(effects.roles)) {
      const top = packageOf(module);
      for (const [className, specs] of Object.entries(classes)) {
        if (className !== '') this.#roleClasses.set(`${top}:${className}`, specs);
        for (const [name, spec] of Object.entries(specs)) {
          const key = `${top}:${name}`;
          if (trains(spec.roles)) this.#trainers.add(name === '__init__' ? className : name);
          if (className === '') this.#roleFunctions.set(key, spec);
          else {
            if (!this.#roleMethods.has(key)) this.#roleMethods.set(key, spec);
            this.#countRoles(name, spec);
          }
        }
      }
    }
  }

  #package(name: string): PackageDeclarations {
    const known = this.#packages.get(name) ?? new PackageDeclarations(this.#effects.modulesOf(name));
    this.#packages.set(name, known);
    return known;
  }

  #module(path: string): CompiledModule | undefined {
    return this.#package(packageOf(path)).modules[path];
  }

  /** Whether a callable with this last name is declared to train a model, in any package. */
  mayTrain(name: string): boolean {
    return this.#trainers.has(name);
  }

  /** The draws of an object when it is used, for a function or class that makes it; null: undeclared. */
  laterDraws(path: string): CompiledSpec | null {
    const [module, name] = split(path);
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
        if (sets(effect, world)) return `${module}.${name}`;
    }
    return null;
  }

  /** Whether a function or class is declared under this exact path. */
  knows(path: string): boolean {
    const [module, name] = split(path);
    const [effects, roles] = [this.#module(module), this.#effects.roles[module]];
    return (
      effects?.functions[name] !== undefined ||
      effects?.classes[name] !== undefined ||
      roles?.['']?.[name] !== undefined ||
      roles?.[name] !== undefined
    );
  }

  /** The declaration of a function; null if there is none, or the path is a class. */
  functionAt(path: string): CompiledSpec | null {
    const [module, name] = split(path);
    const found = this.#module(module);
    const own = found?.functions[name];
    if (own !== undefined) return own;
    if (this.classAt(path) !== null || /^[A-Z]\w*[a-z]/.test(name)) return null;
    return this.#package(packageOf(module)).functions.get(name) ?? found?.functions.__default__ ?? null;
  }

  /** The path of a class in the declarations; null if there is none. */
  classAt(path: string): string | null {
    const [module, name] = split(path);
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
    const inherited = this.#inLine(kind, name) ?? this.#inLine(kind, '__default__');
    if (inherited !== null) return inherited;
    const others = this.#package(packageOf(kind)).methods.get(name) ?? [];
    if (others.length > 0 && new Set(others.map(habitOf)).size === 1) return others[0]!;
    const [module] = split(kind);
    const fallback = this.#module(module)?.classes.__default__;
    return fallback?.[name] ?? fallback?.__default__ ?? this.#inherited(kind);
  }

  /** The declaration of a method by its path, `datetime.datetime.now`; null: there is none. */
  classMethod(path: string): CompiledSpec | null {
    const [module, name] = split(path);
    const kind = this.classAt(module);
    return kind === null ? null : (this.#inLine(kind, name) ?? this.#inLine(kind, '__default__'));
  }

  /** A method of a class, or of one of its bases. */
  #inLine(kind: string, name: string): CompiledSpec | null {
    const seen = new Set<string>();
    for (let at: string | null = kind; at !== null && !seen.has(at); at = this.#baseOf(at)) {
      seen.add(at);
      const [module, className] = split(at);
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
    const [module, className] = split(kind);
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

  /** The use of rows by a function; null: undeclared. */
  functionRoles(path: string): CompiledRoleSpec | null {
    const [module, name] = split(path);
    const own = this.#effects.roles[module]?.['']?.[name];
    return own ?? this.#roleFunctions.get(`${packageOf(module)}:${name}`) ?? null;
  }

  /** The use of rows by a method, if its class itself is declared. */
  classRoles(path: string, name: string): CompiledRoleSpec | null {
    const [module, className] = split(path);
    const known =
      this.#effects.roles[module]?.[className] ?? this.#roleClasses.get(`${packageOf(path)}:${className}`);
    return known?.[name] ?? null;
  }

  /**
   * The use of rows by a method: from its class or a base; otherwise from the first class of the package with
   * such a method; otherwise, also for an unknown class, as in most classes with such a method.
   */
  methodRoles(kind: string | null, name: string): CompiledRoleSpec | null {
    const seen = new Set<string>();
    for (let at = kind; at !== null && !seen.has(at); at = this.#baseOf(at)) {
      seen.add(at);
      const [module, className] = split(at);
      const own =
        this.#effects.roles[module]?.[className] ?? this.#roleClasses.get(`${packageOf(at)}:${className}`);
      if (own?.[name] !== undefined) return own[name];
    }
    if (kind !== null) {
      const inPackage = this.#roleMethods.get(`${packageOf(kind)}:${name}`);
      if (inPackage !== undefined) return inPackage;
      if (kind.startsWith('builtins.')) return null;
    }
    const usual = [...(this.#usualRoles.get(name)?.values() ?? [])].filter(
      ({ spec }) => !copiesSelf(spec.roles),
    );
    // an object of an unknown class with a method that may train is taken for a model
    const isTrainer = ({ spec }: (typeof usual)[number]) => Number(trains(spec.roles));
    return usual.sort((a, b) => isTrainer(b) - isTrainer(a) || b.count - a.count)[0]?.spec ?? null;
  }

  #countRoles(name: string, spec: CompiledRoleSpec): void {
    const counted = this.#usualRoles.get(name) ?? new Map();
    this.#usualRoles.set(name, counted);
    const key = JSON.stringify(spec.roles);
    const known = counted.get(key) ?? { spec, count: 0 };
    known.count += 1;
    counted.set(key, known);
  }

  /** The default declaration of a package's classes, if they agree. */
  #inherited(kind: string): CompiledSpec | null {
    const defaults = this.#package(packageOf(kind)).methods.get('__default__') ?? [];
    return new Set(defaults.map(habitOf)).size === 1 ? defaults[0]! : null;
  }
}

function sets(effect: CompiledEffect, world: string): boolean {
  switch (effect[0]) {
    case 'writes':
      return (effect.slice(1) as CompiledPlace[]).some((place) => place[0] === 'world' && place[1] === world);
    case 'all':
      return (effect.slice(1) as CompiledEffect[]).some((part) => sets(part, world));
    case 'if':
      return sets(effect[2], world) || sets(effect[3], world);
    default:
      return false;
  }
}

const isMade = (result: CompiledResult | undefined, kind: string): boolean =>
  result?.[0] === 'made' && result[1] === kind;

/** Whether an effect may change the world outside of objects: options, streams, figures. */
export function changesWorld(effect: CompiledEffect): boolean {
  switch (effect[0]) {
    case 'draws':
      return true;
    case 'mutates':
    case 'writes':
      return (effect.slice(1) as CompiledPlace[]).some(([type]) => type === 'world');
    case 'all':
      return (effect.slice(1) as CompiledEffect[]).some(changesWorld);
    case 'if':
      return changesWorld(effect[2]) || changesWorld(effect[3]);
    default:
      return false;
  }
}

/** Whether a declared call never returns, so the code after it is not reached. */
export function neverReturns({ returns }: CompiledSpec): boolean {
  return returns?.[0] === 'any' && isMade(returns[1], NEVER);
}

/** Whether a method changes its receiver: always, never, or depending on the arguments. */
export function habitOf(spec: CompiledSpec): Habit {
  const self = spec.params[0]?.[0];
  const isSelf = (place: CompiledPlace): boolean => place[0] === 'param' && place[1] === self;
  const isField = (place: CompiledPlace): boolean =>
    isSelf(place) || (/^(?:length|attr|item|others)$/.test(place[0]) && isSelf(place[1] as CompiledPlace));
  const habit = (part: CompiledEffect): Habit => {
    switch (part[0]) {
      case 'mutates':
        return (part.slice(1) as CompiledPlace[]).some(isSelf) ? 'changes' : 'reads';
      case 'writes':
        return (part.slice(1) as CompiledPlace[]).some(isField) ? 'changes' : 'reads';
      // an iterator, or an open file, moves on
      case 'iterates':
        return spec.params[0]?.[2] === 'held' && (part.slice(1) as CompiledPlace[]).some(isSelf)
          ? 'changes'
          : 'reads';
      case 'all': {
        const parts = (part.slice(1) as CompiledEffect[]).map(habit);
        return parts.includes('changes') ? 'changes' : parts.includes('either') ? 'either' : 'reads';
      }
      case 'if': {
        const [a, b] = [habit(part[2]), habit(part[3])];
        return a === b ? a : 'either';
      }
      case 'unknown':
        return 'either';
      default:
        return 'reads';
    }
  };
  return habit(spec.effect);
}
