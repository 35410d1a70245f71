/**
 * When each location was written, by which cell: the latest write per cell, for questions of freshness ("has this
 * changed since?"). Unlike `last-writers` it keeps several writers of one location, because in-order mode counts only
 * those above the reader.
 */

import { type CellId, WHOLE } from './model.ts';

/** A write: its time `[exec, ordinal]`, and the cell and node it happened in. */
export interface Write {
  readonly cell: CellId;
  readonly node: string;
  readonly exec: number;
  readonly ordinal: number;
}

type WritesByCell = Map<CellId, Write>;

/** Latest writes of every location, per cell. */
export class WriteHistory {
  readonly #objects = new Map<string, Map<string, WritesByCell>>();

  add(object: string, field: string, write: Write): void {
    let fields = this.#objects.get(object);
    if (!fields) {
      fields = new Map();
      this.#objects.set(object, fields);
    }
    let writes = fields.get(field);
    if (!writes) {
      writes = new Map();
      fields.set(field, writes);
    }
    writes.set(write.cell, write);
  }

  /** Calls `found` with the latest write of each cell that a read of the location would see. */
  forEach(object: string, field: string, found: (write: Write) => void): void {
    const fields = this.#objects.get(object);
    if (!fields) return;
    if (field === WHOLE) {
      for (const writes of fields.values()) writes.forEach(found);
      return;
    }
    fields.get(field)?.forEach(found);
    fields.get(WHOLE)?.forEach(found);
  }

  /** Only files outlive a restart. */
  restart(): void {
    const files = this.#objects.get('file');
    this.#objects.clear();
    if (files) this.#objects.set('file', files);
  }
}
