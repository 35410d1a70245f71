/**
 * The last writer of each location, with the rule for an object's fields and its whole: a write of the whole
 * overrides the fields, and a read of the whole depends on every field written since. The same rule holds for
 * the presence of keys and the key set. This file also knows the earlier writers of a name that was bound
 * again to the same object. It knows no edges.
 */

import { isPresence, type Location, STRUCTURE, WHOLE } from '../records/location.ts';

interface ObjectWriters {
  whole: number | null;
  readonly fields: Map<string, number>;
  /** Writers that added or removed a key since the last write of the whole key set. */
  readonly presence: Map<string, number>;
  /** By field that was written again with the same value: all these writers in time order, including the last one. */
  readonly alike: Map<string, readonly number[]>;
}

/** Writers of an object that a write has replaced. `field`: only of this field; null: all of them. */
interface Replaced {
  readonly field: string | null;
  /** The field's writer before; the whole's, if `field` is null. */
  readonly index: number | null;
  /** The maps before, if the write emptied them. */
  readonly fields?: ReadonlyMap<string, number>;
  readonly presence?: ReadonlyMap<string, number>;
}

/** The limit of remembered writers of the same value: the first one and the newest. */
const MOST_ALIKE = 8;

/** The last writer (a statement's index) of every location. */
export class LastWriters {
  readonly #objects = new Map<string, ObjectWriters>();
  /** By object: the writers replaced since {@link begin}, in time order. */
  readonly #replaced = new Map<string, Replaced[]>();
  #keeps = false;
  readonly #changed: (location: Location | null) => void;
  #barrier: number | null = null;

  /** Calls `changed` with each location whose writers change; with null if all may have changed. */
  constructor(changed: (location: Location | null) => void) {
    this.#changed = changed;
  }

  /** An execution begins. `keeps`: {@link forEachWriterBefore} may have to go back to this moment. */
  begin(keeps: boolean): void {
    this.#replaced.clear();
    this.#keeps = keeps;
  }

  /**
   * Calls `found` with each statement on which a read of the location depends, and with the written field
   * unless the statement wrote the whole.
   */
  forEachWriter(object: string, field: string, found: (index: number, written?: string) => void): void {
    this.#find(this.#objects.get(object), field, found);
  }

  /** Like {@link forEachWriter}, as it was when the last execution began. */
  forEachWriterBefore(object: string, field: string, found: (index: number, written?: string) => void): void {
    this.#find(this.#before(object), field, found);
  }

  /** An object's writers when the last execution began. */
  #before(object: string): ObjectWriters | undefined {
    const now = this.#objects.get(object);
    const replaced = this.#replaced.get(object);
    if (now === undefined || replaced === undefined) return now;
    let { whole } = now;
    let fields = new Map(now.fields);
    let presence = new Map(now.presence);
    for (const was of replaced.toReversed()) {
      if (was.fields !== undefined) fields = new Map(was.fields);
      if (was.presence !== undefined) presence = new Map(was.presence);
      if (was.field === null) whole = was.index;
      else {
        const changed = isPresence(was.field) ? presence : fields;
        if (was.index === null) changed.delete(was.field);
        else changed.set(was.field, was.index);
      }
    }
    return { whole, fields, presence, alike: new Map() };
  }

  #find(
    writers: ObjectWriters | undefined,
    field: string,
    found: (index: number, written?: string) => void,
  ): void {
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

  /** The last writer of a field and earlier writers of the same value, in time order; each of them serves a reader. */
  alike(object: string, field: string): readonly number[] {
    return this.#objects.get(object)?.alike.get(field) ?? [];
  }

  /** Every statement that is still a last writer. */
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
   * Makes a statement the last writer. If a write of the whole, or of the key set, keeps old parts, the
   * caller must have recorded a read too. `again`: the value of the field is the same as before.
   */
  write(object: string, field: string, index: number, again = false): void {
    let writers = this.#objects.get(object);
    if (!writers) {
      writers = noWriters();
      this.#objects.set(object, writers);
    }
    if (this.#keeps) this.#keepReplaced(object, field, writers);
    if (field !== WHOLE && !isPresence(field)) this.#keepAlike(writers, field, index, again);
    putWriter(writers, field, index);
    this.#changed({ object, field });
  }

  /** Keeps the writers that a write of the field is about to replace. */
  #keepReplaced(object: string, field: string, { whole, fields, presence }: ObjectWriters): void {
    const was: Replaced =
      field === WHOLE
        ? { field: null, index: whole, fields: new Map(fields), presence: new Map(presence) }
        : isPresence(field)
          ? { field, index: presence.get(field) ?? null }
          : {
              field,
              index: fields.get(field) ?? null,
              ...(field === STRUCTURE ? { presence: new Map(presence) } : {}),
            };
    const replaced = this.#replaced.get(object);
    if (replaced === undefined) this.#replaced.set(object, [was]);
    else replaced.push(was);
  }

  #keepAlike({ fields, alike }: ObjectWriters, field: string, index: number, again: boolean): void {
    const last = fields.get(field);
    if (!again || last === undefined) {
      alike.delete(field);
      return;
    }
    const [first = last, ...rest] = alike.get(field) ?? [last];
    alike.set(field, [first, ...(rest.length < MOST_ALIKE - 1 ? rest : rest.slice(1)), index]);
  }

  /** Records a statement that may have written anything: every later read may depend on it. */
  barrier(index: number): void {
    this.#objects.clear();
    this.#replaced.clear();
    this.#barrier = index;
    this.#changed(null);
  }

  /** Forgets the writers of an object: a new object has taken its name. */
  close(object: string): void {
    this.#replaced.delete(object);
    if (this.#objects.delete(object)) this.#changed({ object, field: WHOLE });
  }

  /** Replaces the writers of an object: these statements, in order, left these fields. */
  place(object: string, writes: readonly (readonly [field: string, index: number])[]): void {
    // (before each cell the kernel puts all settings, and most are there already)
    if (this.#isPlaced(object, writes)) return;
    this.close(object);
    for (const [field, index] of writes) this.write(object, field, index);
  }

  #isPlaced(object: string, writes: readonly (readonly [field: string, index: number])[]): boolean {
    const now = this.#objects.get(object);
    if (now === undefined) return writes.length === 0;
    const due = noWriters();
    for (const [field, index] of writes) putWriter(due, field, index);
    const { whole, fields, presence, alike } = now;
    return (
      whole === due.whole &&
      alike.size === 0 &&
      areEqual(fields, due.fields) &&
      areEqual(presence, due.presence)
    );
  }

  /** Replaces the writers of some fields. */
  placeFields(
    object: string,
    fields: readonly string[],
    writes: readonly (readonly [field: string, index: number])[],
  ): void {
    const replaced = this.#replaced.get(object)?.filter(({ field }) => !fields.includes(field ?? WHOLE));
    if (replaced !== undefined) this.#replaced.set(object, replaced);
    for (const field of fields)
      if (this.#objects.get(object)?.fields.delete(field)) this.#changed({ object, field });
    for (const [field, index] of writes) this.write(object, field, index);
  }

  /** Forgets all writers but the ones of files, because the kernel was restarted. */
  restart(): void {
    const files = this.#objects.get('file');
    this.#objects.clear();
    this.#replaced.clear();
    if (files) this.#objects.set('file', files);
    this.#barrier = null;
    this.#changed(null);
  }
}

function noWriters(): ObjectWriters {
  return { whole: null, fields: new Map(), presence: new Map(), alike: new Map() };
}

function putWriter(writers: ObjectWriters, field: string, index: number): void {
  if (field === WHOLE) {
    writers.whole = index;
    writers.fields.clear();
    writers.presence.clear();
    writers.alike.clear();
  } else if (isPresence(field)) {
    writers.presence.set(field, index);
  } else {
    writers.fields.set(field, index);
    if (field === STRUCTURE) writers.presence.clear();
  }
}

/** Whether two maps have the same entries in the same order, in which readers find the writers. */
function areEqual(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  if (a.size !== b.size) return false;
  const others = b.entries();
  for (const [field, index] of a) {
    const [otherField, other] = others.next().value!;
    if (field !== otherField || index !== other) return false;
  }
  return true;
}
