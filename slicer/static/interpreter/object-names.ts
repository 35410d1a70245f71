/**
 * The global names of objects, the inverse of the state: a changed object changes under each of its names. It
 * does not know the bindings themselves.
 */
import type { AbstractObject, Value } from './objects.ts';
import type { Trail } from './trail.ts';

/** Global names by their objects; some names may have had the object only until now. */
export class ObjectNames {
  readonly #names = new Map<AbstractObject, Set<string>>();
  readonly #trail: Trail;

  constructor(trail: Trail) {
    this.#trail = trail;
  }

  /** The global names of an object, now or earlier in this cell. */
  of(object: AbstractObject): ReadonlySet<string> {
    return this.#names.get(object) ?? NO_NAMES;
  }

  /** Notes that a name stands for the objects of a value. */
  add(name: string, value: Value): void {
    for (const object of value) {
      if (!object.isShared) continue;
      const known = this.#names.get(object);
      if (known) this.#trail.add(known, name);
      else this.#trail.set(this.#names, object, new Set([name]));
    }
  }

  /** Removes a name from objects that the name no longer stands for. */
  remove(name: string, before: Value, now: Value): void {
    for (const object of before) {
      const names = this.#names.get(object);
      if (!now.includes(object) && names !== undefined) this.#trail.remove(names, name);
    }
  }

  /** Adds the named objects of the notebook's classes among the owners: a class's content shows through them. */
  withInstances(owners: Set<AbstractObject>): ReadonlySet<AbstractObject> {
    const classes = [...owners].filter(({ meaning }) => meaning.type === 'class');
    if (classes.length === 0) return owners;
    for (const object of this.#names.keys())
      if (classes.some((cls) => object.ofClass !== null && isDerived(object.ofClass, cls)))
        owners.add(object);
    return owners;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Whether a class is another one, or derived from it. */
function isDerived(cls: AbstractObject, from: AbstractObject): boolean {
  const { meaning } = cls;
  return cls === from || (meaning.type === 'class' && meaning.bases.some((base) => isDerived(base, from)));
}
