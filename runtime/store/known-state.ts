/**
 * The state of a session as versions: the values of names, and their common objects, are a function of the
 * versions. The version of a constant value is its digest; other versions name the run that last bound the name or
 * changed an object under the name. Equal versions mean equal values, in this session or another. Pure.
 */

import { createHash } from 'node:crypto';
import type { StateAfter } from './stored-run.ts';

/** The part of the world for state without a name, as in modules. */
export const HIDDEN = 'hidden';
/** The part of the world for everything: an unknown run changes all. */
export const ALL = 'all';
/** The signature of an unbound name. */
export const UNBOUND = 'unbound';
/** The version of an unchanged part of the world. */
const UNTOUCHED = 'untouched';

/** A digest of any JSON. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}

/** The versions of names and parts of the world. */
export class KnownState {
  readonly #versions = new Map<string, string>();
  readonly #groups = new Map<string, readonly string[]>();
  readonly #world = new Map<string, string>();

  get names(): readonly string[] {
    return [...this.#versions.keys()];
  }

  version(name: string): string | undefined {
    return this.#versions.get(name);
  }

  /** The names that share objects with this one, itself included. */
  groupOf(name: string): readonly string[] {
    return this.#groups.get(name) ?? [name];
  }

  /** The signature of a name: the versions of its whole group. */
  signature(name: string): string {
    if (!this.#versions.has(name)) return UNBOUND;
    return digestOf(this.groupOf(name).map((other) => [other, this.#versions.get(other) ?? UNBOUND]));
  }

  /** The parts of the world that a run has changed. */
  get changedWorld(): readonly string[] {
    return [...this.#world.keys()];
  }

  world(location: string): string {
    return this.#world.get(location) ?? UNTOUCHED;
  }

  apply({ names, groups, deleted, world }: StateAfter): void {
    for (const name of deleted) {
      this.#versions.delete(name);
      this.#groups.delete(name);
    }
    for (const [name, version] of Object.entries(names)) {
      this.#versions.set(name, version);
      this.#groups.delete(name);
    }
    for (const group of groups) for (const name of group) this.#groups.set(name, group);
    for (const [location, version] of Object.entries(world)) this.#world.set(location, version);
  }
}
