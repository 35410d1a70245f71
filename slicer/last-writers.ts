/**
 * Who wrote a location last, with the rule that ties an object's fields to its whole: a write of the whole overrides
 * its fields, and a read of the whole depends on every field written since. It knows no edges.
 */

import { WHOLE } from './model.ts';

interface ObjectWriters {
  whole: string | null;
  readonly fields: Map<string, string>;
}

/** The last writer (a node key) of every location. */
export class LastWriters {
  readonly #objects = new Map<string, ObjectWriters>();
  #barrier: string | null = null;

  /** Calls `found` with each node that a read of the location depends on. */
  forEachWriter(object: string, field: string, found: (node: string) => void): void {
    const writers = this.#objects.get(object);
    if (field === WHOLE) {
      if (writers) for (const node of writers.fields.values()) found(node);
      const whole = writers?.whole ?? this.#barrier;
      if (whole !== null) found(whole);
      return;
    }
    const node = writers?.fields.get(field) ?? writers?.whole ?? this.#barrier;
    if (node !== null && node !== undefined) found(node);
  }

  /** Makes `node` the last writer. A write of the whole that keeps old parts must have been recorded as a read too. */
  write(object: string, field: string, node: string): void {
    let writers = this.#objects.get(object);
    if (!writers) {
      writers = { whole: null, fields: new Map() };
      this.#objects.set(object, writers);
    }
    if (field === WHOLE) {
      writers.whole = node;
      writers.fields.clear();
    } else {
      writers.fields.set(field, node);
    }
  }

  /** `node` may have written anything: it depends on all current writers, and every later read may depend on it. */
  barrier(node: string, found: (writer: string) => void): void {
    const seen = new Set<string>();
    const add = (writer: string | null): void => {
      if (writer !== null && !seen.has(writer)) {
        seen.add(writer);
        found(writer);
      }
    };
    for (const writers of this.#objects.values()) {
      add(writers.whole);
      for (const writer of writers.fields.values()) add(writer);
    }
    add(this.#barrier);
    this.#objects.clear();
    this.#barrier = node;
  }

  /** The object is new: what was written to its predecessor under this name no longer counts. */
  close(object: string): void {
    this.#objects.delete(object);
  }

  /** The kernel started again: only files outlive it. */
  restart(): void {
    const files = this.#objects.get('file');
    this.#objects.clear();
    if (files) this.#objects.set('file', files);
    this.#barrier = null;
  }
}
