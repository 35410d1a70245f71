/**
 * Values by location, found again by any overlapping location: a field overlaps with itself and with its
 * object's whole, the whole with every field, the key set with the presence of each key.
 */

import { isPresence, type Location, STRUCTURE, WHOLE } from '../records/location.ts';

/** Maps locations to values. Objects are (scoped) names over the whole session. */
export class LocationMap<Value> {
  readonly #objects = new Map<string, Map<string, Value>>();

  get({ object, field }: Location): Value | undefined {
    return this.#objects.get(object)?.get(field);
  }

  set({ object, field }: Location, value: Value): void {
    const fields = this.#objects.get(object);
    if (fields) fields.set(field, value);
    else this.#objects.set(object, new Map([[field, value]]));
  }

  /** The value of the location; `make` makes it if there is none. */
  getOrSet(location: Location, make: () => Value): Value {
    const known = this.get(location);
    if (known !== undefined) return known;
    const value = make();
    this.set(location, value);
    return value;
  }

  delete({ object, field }: Location): void {
    const fields = this.#objects.get(object);
    if (fields?.delete(field) && fields.size === 0) this.#objects.delete(object);
  }

  /** Deletes the values of all overlapping locations. */
  deleteOverlapping(location: Location): void {
    this.forEachOverlapping(location, (_, field) => this.delete({ object: location.object, field }));
  }

  clear(): void {
    this.#objects.clear();
  }

  /** Deletes the values of all other objects. */
  keepOnly(object: string): void {
    const fields = this.#objects.get(object);
    this.#objects.clear();
    if (fields) this.#objects.set(object, fields);
  }

  /** Calls `found` with every value whose location overlaps, and its field. `found` may delete this location. */
  forEachOverlapping({ object, field }: Location, found: (value: Value, field: string) => void): void {
    const fields = this.#objects.get(object);
    if (!fields) return;
    if (field === WHOLE) {
      fields.forEach(found);
      return;
    }
    const overlapping = [field, WHOLE];
    if (isPresence(field)) overlapping.push(STRUCTURE);
    else if (field === STRUCTURE) overlapping.push(...[...fields.keys()].filter(isPresence));
    for (const each of overlapping) {
      const value = fields.get(each);
      if (value !== undefined) found(value, each);
    }
  }
}
