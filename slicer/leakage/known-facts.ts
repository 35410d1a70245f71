/** The facts of each object, and of containers including their elements. It does not know how facts arise. */
import type { AbstractObject, Here, Trail, Value } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { type Facts, join, NOTHING } from './facts.ts';

/** Containers whose elements are followed one by one. */
export const CONTAINER = /^builtins\.(?:list|tuple|dict|set|generator|zip|enumerate|map|filter|reversed)$/;

/** The facts of objects. */
export class KnownFacts {
  readonly #facts = new Map<AbstractObject, Facts>();
  readonly #trail: Trail;

  constructor(trail: Trail) {
    this.#trail = trail;
  }

  /** The facts of an object itself. */
  get(object: AbstractObject): Facts {
    return this.#facts.get(object) ?? NOTHING;
  }

  /** Replaces the facts of an object. */
  set(object: AbstractObject, facts: Facts): void {
    if (facts === NOTHING) this.#trail.delete(this.#facts, object);
    else this.#trail.set(this.#facts, object, facts);
  }

  /** The facts of a value, including elements of containers. */
  of(value: Value, depth = 4): Facts {
    let found = NOTHING;
    for (const object of value) found = join(found, this.#ofObject(object, depth));
    return found;
  }

  #ofObject(object: AbstractObject, depth: number): Facts {
    let found = this.get(object);
    const isHolder = object.ofClass !== null || CONTAINER.test(object.kind ?? '');
    if (!isHolder || depth === 0 || object.fields.size === 0) return found;
    for (const held of object.fields.values()) found = join(found, this.of([...held], depth - 1));
    return found;
  }

  /** Gives facts to the new objects of a result. Objects of the inputs keep their facts. */
  give(
    result: Value,
    facts: Facts,
    inputs: ReadonlySet<AbstractObject>,
    node: Range,
    here: Here,
    adds = false,
  ): Value {
    let changed = false;
    const given = result.map((object): AbstractObject => {
      if (inputs.has(object)) return object;
      const { meaning } = object;
      if (meaning.type !== 'instance' && meaning.type !== 'atom') return object;
      if (meaning.type === 'atom' && facts === NOTHING) return object;
      const own = meaning.type === 'atom' ? here.distinct(object, node, 'value') : object;
      if (own !== object) changed = true;
      const known = adds ? join(this.get(own), facts) : facts;
      this.set(own, known);
      return own;
    });
    return changed ? given : result;
  }

  /** Adds facts to objects, and to their bases. */
  add(objects: Value, facts: Facts): void {
    for (const object of objects) {
      for (let part: AbstractObject | null = object; part !== null; part = part.base) {
        if (part.meaning.type === 'library') break;
        this.set(part, join(this.get(part), facts));
      }
    }
  }
}
