/**
 * The declarations of a package by the last names of functions, classes and methods, because packages export
 * them under several paths. It does not know roles of rows.
 */
import type { CompiledEffects, CompiledModule, CompiledSpec } from '../../effects/index.ts';
import { trainersOf } from './declared-trainers.ts';
import { packageOf } from './dotted-path.ts';

/** Declared effects with the modules of each package on demand: most notebooks import few packages. */
export interface DeclaredEffects extends Pick<CompiledEffects, 'roles' | 'later'> {
  /** The modules of a package; none: nothing is declared. */
  modulesOf(name: string): Readonly<Record<string, CompiledModule>>;
  /** The last names of callables declared to train a model, in any package. */
  readonly trainers: ReadonlySet<string>;
  /** The packages with a class that has this method, in the order of the declarations. */
  packagesWithMethod(name: string): readonly string[];
}

/** A record without names of JavaScript's own, such as `constructor`. */
const bare = (): Record<string, CompiledModule> => Object.create(null) as Record<string, CompiledModule>;

/** Compiled effects as declared ones. */
export function declaredEffects({ modules, roles, later }: CompiledEffects): DeclaredEffects {
  const packages = new Map<string, Record<string, CompiledModule>>();
  const methods = new Map<string, Set<string>>();
  for (const [path, module] of Object.entries(modules)) {
    const name = packageOf(path);
    const found = packages.get(name) ?? bare();
    packages.set(name, found);
    found[path] = module;
    for (const method of Object.values(module.classes).flatMap((specs) => Object.keys(specs)))
      methods.set(method, (methods.get(method) ?? new Set()).add(name));
  }
  return {
    roles,
    later,
    trainers: trainersOf(roles),
    modulesOf: (name) => packages.get(name) ?? bare(),
    packagesWithMethod: (name) => [...(methods.get(name) ?? [])],
  };
}

export class PackageDeclarations {
  readonly modules: Readonly<Record<string, CompiledModule>>;
  readonly functions = new Map<string, CompiledSpec>();
  /** Paths of classes. */
  readonly classes = new Map<string, string>();
  /** Methods of any class. */
  readonly methods = new Map<string, CompiledSpec[]>();

  constructor(modules: Readonly<Record<string, CompiledModule>>) {
    this.modules = modules;
    for (const [module, { functions, classes, attributes }] of Object.entries(modules)) {
      // (a class may have its base declared alone)
      for (const name of Object.keys(attributes))
        if (!this.classes.has(name)) this.classes.set(name, `${module}.${name}`);
      for (const [name, spec] of Object.entries(functions)) this.functions.set(name, spec);
      for (const [className, methods] of Object.entries(classes)) {
        this.classes.set(className, `${module}.${className}`);
        for (const [name, spec] of Object.entries(methods)) {
          const known = this.methods.get(name);
          if (known) known.push(spec);
          else this.methods.set(name, [spec]);
        }
      }
    }
  }
}
