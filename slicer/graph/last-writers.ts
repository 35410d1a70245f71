/**
 * Who wrote a location last, with the rule that ties an object's fields to its whole: a write of the whole overrides
 * its fields, and a read of the whole depends on every field written since. The presence of keys is tied to the key set in
 * the same way. It also knows who had bound a name to the object that it still stands for. It knows no edges.
 */

import { isPresence, type Location, STRUCTURE, WHOLE } from '../model.ts';

interface ObjectWriters {
  whole: number | null;
  readonly fields: Map<string, number>;
  /** Who added or removed a key, since the key set as a whole was written. */
  readonly presence: Map<string, number>;
  /** Of fields that were given again what they had: all who gave them that, in time order, the last writer included. */
  readonly alike: Map<string, readonly number[]>;
}

/** So many who gave a field the same are remembered: the first one and the newest. */
const ALIKE = 8;

/** The last writer (a statement's index) of every location. */
export class LastWriters {
  readonly #objects = new Map<string, ObjectWriters>();
  readonly #changed: (location: Location | null) => void;
  #barrier: number | null = null;

  /** It calls `changed` with each location whose writers change; null: those of any location may have. */
  constructor(changed: (location: Location | null) => void) {
    this.#changed = changed;
  }

  /** Calls `found` with each statement that a read of the location depends on, and the field it wrote unless that is the whole. */
  forEachWriter(object: string, field: string, found: (index: number, written?: string) => void): void {
    const writers = this.#objects.get(object);
    if (field === WHOLE) {
      if (writers) {
        writers.fields.forEach(found);
        writers.presence.forEach(found);
      }
      const whole = writers?.whole ?? this.#barrier;
      if (whole !== null) found(whole);
      return;
    }
    if (field === STRUCTURE && writers) writers.presence.forEach(found);
    const index = writers?.fields.get(field) ?? writers?.whole ?? this.#barrier;
    if (index !== null && index !== undefined) found(index);
  }

  /** The last writer of a field and those who had given it the same before, in time order: any of them will do. */
  alike(object: string, field: string): readonly number[] {
    return this.#objects.get(object)?.alike.get(field) ?? [];
  }

  /** Every statement that is the last writer of something. */
  all(): Set<number> {
    const found = new Set<number>();
    for (const { whole, fields, presence } of this.#objects.values()) {
      if (whole !== null) found.add(whole);
      for (const index of fields.values()) found.add(index);
      for (const index of presence.values()) found.add(index);
    }
    if (this.#barrier !== null) found.add(this.#barrier);
    return found;
  }

  /**
   * Makes a statement the last writer. A write of the whole, or of the key set, that keeps old parts must have been recorded as a read too.
   * `again`: the field has what it had before.
   */
  write(object: string, field: string, index: number, again = false): void {
    this.#changed({ object, field });
    let writers = this.#objects.get(object);
    if (!writers) {
      writers = { whole: null, fields: new Map(), presence: new Map(), alike: new Map() };
      this.#objects.set(object, writers);
    }
    if (field === WHOLE) {
      writers.whole = index;
      writers.fields.clear();
      writers.presence.clear();
      writers.alike.clear();
    } else if (isPresence(field)) {
      writers.presence.set(field, index);
    } else {
      this.#keepAlike(writers, field, index, again);
      writers.fields.set(field, index);
      if (field === STRUCTURE) writers.presence.clear();
    }
  }

  #keepAlike({ fields, alike }: ObjectWriters, field: string, index: number, again: boolean): void {
    const last = fields.get(field);
    if (!again || last === undefined) {
      alike.delete(field);
      return;
    }
    const [first = last, ...rest] = alike.get(field) ?? [last];
    alike.set(field, [first, ...(rest.length < ALIKE - 1 ? rest : rest.slice(1)), index]);
  }

  /** The statement may have written anything: every later read may depend on it. */
  barrier(index: number): void {
    this.#objects.clear();
    this.#barrier = index;
    this.#changed(null);
  }

  /** The object is new: what was written to its predecessor under this name no longer counts. */
  close(object: string): void {
    if (this.#objects.delete(object)) this.#changed({ object, field: WHOLE });
  }

  /** The object is as these statements, by index in their order, have left these fields of it. */
  place(object: string, writes: readonly (readonly [field: string, index: number])[]): void {
    this.close(object);
    for (const [field, index] of writes) this.write(object, field, index);
  }

  /** The same of some fields; of others nothing changes. */
  placeFields(
    object: string,
    fields: readonly string[],
    writes: readonly (readonly [field: string, index: number])[],
  ): void {
    for (const field of fields)
      if (this.#objects.get(object)?.fields.delete(field)) this.#changed({ object, field });
    for (const [field, index] of writes) this.write(object, field, index);
  }

  /** The kernel started again: only files outlive it. */
  restart(): void {
    const files = this.#objects.get('file');
    this.#objects.clear();
    if (files) this.#objects.set('file', files);
    this.#barrier = null;
    this.#changed(null);
  }
}
