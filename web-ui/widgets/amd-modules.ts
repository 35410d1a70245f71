/**
 * Loads modules in the AMD form, in which packages of widgets bring their code for Jupyter. It knows a part of
 * RequireJS: `define`, `require`, and the `map` of `require.config`. The server says where a package is.
 */

import type { WidgetCode } from '../../runtime/index.ts';

/** Finds the code of a package. @throws {Error} with a sentence for people. */
export type FindCode = (module: string) => Promise<WidgetCode>;

interface Definition {
  readonly needs: readonly string[];
  readonly factory: unknown;
}

type Define = (...parts: readonly unknown[]) => void;

/** A module and its address. */
interface Resolved {
  readonly name: string;
  readonly address: string;
}

/** Names of modules that RequireJS makes for each module. */
const OWN = new Set(['require', 'exports', 'module']);
/** What a module needs that names nothing and takes arguments. */
const USUAL = ['require', 'exports', 'module'];

/** The modules of a frame. */
export class AmdModules {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #find: FindCode;
  readonly #map = new Map<string, string>();
  readonly #packages = new Map<string, Promise<WidgetCode>>();
  readonly #loaded = new Map<string, Promise<unknown>>();
  readonly #defined = new Map<string | null, Definition>();
  /** Scripts run one after another, so that each definition has one owner. */
  #last: Promise<unknown> = Promise.resolve();
  /** The number of scripts and modules that run. */
  #users = 0;

  /** `given`: modules that are there. */
  constructor(given: Readonly<Record<string, unknown>>, find: FindCode) {
    this.#given = given;
    this.#find = find;
  }

  /** The module with a name, for a module at an address. @throws {Error} */
  async load(name: string, from: Resolved | null = null): Promise<unknown> {
    if (Object.hasOwn(this.#given, name)) return this.#given[name];
    const resolved = await this.#resolve(name, from);
    const known = this.#loaded.get(resolved.address);
    if (known !== undefined) return known;
    const loading = this.#load(resolved);
    this.#loaded.set(resolved.address, loading);
    return loading;
  }

  async #resolve(name: string, from: Resolved | null): Promise<Resolved> {
    if (/^\.\.?\//.test(name) && from !== null)
      return { name, address: new URL(`${name}.js`, from.address).href };
    const mapped = this.#map.get(name);
    const path = mapped ?? name;
    if (path.startsWith('nbextensions/') && from !== null) {
      const root = from.address.slice(0, from.address.indexOf('/nbextensions/') + 1);
      return { name, address: `${root}${path}.js` };
    }
    const { address } = await this.#package(name);
    const own = this.#map.get(name) ?? `nbextensions/${name}/index`;
    return { name, address: new URL(`${address}${own}.js`, location.href).href };
  }

  #package(name: string): Promise<WidgetCode> {
    const known = this.#packages.get(name);
    if (known !== undefined) return known;
    const found = this.#find(name).then(async (code) => {
      // what the package's modules call each other
      const address = new URL(`${code.address}nbextensions/${name}/extension.js`, location.href).href;
      if (code.hasMap) await this.#load({ name: `${name}/extension`, address }).catch(() => {});
      return code;
    });
    this.#packages.set(name, found);
    return found;
  }

  async #load(resolved: Resolved): Promise<unknown> {
    return this.#make(resolved, await this.#run(resolved));
  }

  /** The definition that a script makes. */
  #run({ name, address }: Resolved): Promise<Definition> {
    const run = this.#last.then(async () => {
      this.#defined.clear();
      await this.#withGlobals(() => runScript(address));
      return this.#defined.get(null) ?? this.#defined.get(name) ?? [...this.#defined.values()].at(-1);
    });
    this.#last = run.catch(() => {});
    return run.then((definition) => {
      if (definition === undefined) throw new Error(`${name} defines no module`);
      return definition;
    });
  }

  /** Only modules see `define`: a library that is none would call it too. */
  async #withGlobals<T>(action: () => T): Promise<Awaited<T>> {
    const require = this.#require();
    const globals = { define: this.#define(), require, requirejs: require };
    Object.assign(globalThis, globals);
    this.#users += 1;
    try {
      return await action();
    } finally {
      this.#users -= 1;
      if (this.#users === 0)
        for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
    }
  }

  async #make(resolved: Resolved, { needs, factory }: Definition): Promise<unknown> {
    if (typeof factory !== 'function') return factory;
    const module = { id: resolved.name, uri: resolved.address, exports: {}, config: () => ({}) };
    const own: Readonly<Record<string, unknown>> = {
      module,
      exports: module.exports,
      require: this.#require(resolved),
    };
    const parts = await Promise.all(
      needs.map((need) => (OWN.has(need) ? own[need] : this.load(need, resolved))),
    );
    const made: unknown = await this.#withGlobals(() => factory(...parts));
    return made ?? module.exports;
  }

  #define(): Define & { readonly amd: object } {
    const define: Define = (...parts) => {
      const name = typeof parts[0] === 'string' ? parts[0] : null;
      const rest = name === null ? parts : parts.slice(1);
      const hasNeeds = Array.isArray(rest[0]);
      const factory = hasNeeds ? rest[1] : rest[0];
      const takes = typeof factory === 'function' && factory.length > 0;
      const needs = hasNeeds ? (rest[0] as readonly string[]) : takes ? USUAL : [];
      this.#defined.set(name, { needs, factory });
    };
    return Object.assign(define, { amd: {} });
  }

  #require(from: Resolved | null = null): object {
    const require = (
      names: string | readonly string[],
      then?: (...modules: readonly unknown[]) => void,
      failed?: (error: unknown) => void,
    ): unknown => {
      if (typeof names === 'string') return this.#given[names];
      Promise.all(names.map((name) => this.load(name, from))).then((modules) => then?.(...modules), failed);
      return undefined;
    };
    return Object.assign(require, { config: (settings: unknown) => this.#configure(settings) });
  }

  #configure(settings: unknown): void {
    const { map, paths } = (settings ?? {}) as Record<string, Record<string, unknown> | undefined>;
    for (const [name, path] of Object.entries({ ...(map?.['*'] as object), ...paths })) {
      if (typeof path === 'string') this.#map.set(name, path);
    }
  }
}

function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.crossOrigin = 'anonymous';
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address.replace(/.*\/nbextensions\//, '')} cannot be loaded`));
    document.head.append(script);
  });
}
