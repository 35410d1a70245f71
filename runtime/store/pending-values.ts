/** Values of restored cells that are not in the kernel yet. Pure. */

import type { StoredRun, StoredValues } from './stored-run.ts';

export class PendingValues {
  readonly #names = new Map<string, StoredValues>();
  readonly #streams = new Map<string, StoredValues>();
  readonly #dropped = new Set<string>();
  readonly #modules = new Set<string>();

  /** The names whose values in the kernel, if any, do not count. */
  get names(): readonly string[] {
    return [...this.#names.keys(), ...this.#dropped];
  }

  has(name: string): boolean {
    return this.#names.has(name) || this.#dropped.has(name);
  }

  /** A run was restored. */
  restored({ values, after, modules }: StoredRun): void {
    for (const each of values) {
      for (const name of each.names) {
        (each.streams ? this.#streams : this.#names).set(name, each);
        if (!each.streams) this.#dropped.delete(name);
      }
    }
    for (const name of after.deleted) {
      this.#names.delete(name);
      this.#dropped.add(name);
    }
    for (const name of modules) this.#modules.add(name);
  }

  /** A run bound or deleted these names in the kernel. */
  replaced(names: Iterable<string>): void {
    for (const name of names) {
      this.#names.delete(name);
      this.#dropped.delete(name);
    }
  }

  /** Takes the modules that restored runs loaded. */
  takeModules(): readonly string[] {
    const modules = [...this.#modules];
    this.#modules.clear();
    return modules;
  }

  /** Takes what a cell needs that uses these names (null: any): whole files, as far as their values still count. */
  take(needed: ReadonlySet<string> | null): {
    readonly load: readonly (StoredValues & { readonly names: readonly string[] })[];
    readonly drop: readonly string[];
    readonly modules: readonly string[];
  } {
    const files = new Set(
      [...this.#names].filter(([name]) => needed?.has(name) ?? true).map(([, file]) => file),
    );
    const load = [...files].map((file) => ({
      ...file,
      names: file.names.filter((name) => this.#names.get(name) === file),
    }));
    const streams = [...new Set(this.#streams.values())].map((file) => ({
      ...file,
      names: file.names.filter((name) => this.#streams.get(name) === file),
    }));
    const [drop, modules] = [[...this.#dropped], this.takeModules()];
    for (const { names } of load) for (const name of names) this.#names.delete(name);
    this.#streams.clear();
    this.#dropped.clear();
    return { load: [...load, ...streams], drop, modules };
  }
}
