/**
 * Makes abstract objects, and fills and reads their fields: the same allocation site gives the same object
 * on each visit. It knows no names.
 */
import type { Constant } from '../../effects/index.ts';
import type { Range } from '../syntax.ts';
import type { Derivation, Here } from './domain.ts';
import type { Frame } from './frame.ts';
import { AbstractObject, attributeField, type CellCode, type Value } from './objects.ts';
import { ValueFlow } from './value-flow.ts';

/** Kinds of unchangeable objects. */
const ATOMS = /^builtins\.(?:int|float|complex|bool|str|bytes|NoneType|range|slice|frozenset|type)$/;

/** The objects of the interpreter. */
export abstract class ObjectValues extends ValueFlow {
  /** Grows with the contents of objects: a loop that adds nothing has reached its fixpoint. */
  protected held = 0;
  /** The objects with new contents since the cell began. */
  protected readonly grown = new Set<AbstractObject>();
  /** The objects of the allocation sites that this interpretation has visited. */
  readonly #met = new Set<AbstractObject>();
  readonly #atoms = new Map<string, AbstractObject>();
  readonly #paths = new Map<string, AbstractObject>();
  /** The result of `globals()`. */
  protected readonly namespace = new AbstractObject({ type: 'instance' }, 'builtins.dict');

  readonly #here: { -readonly [Key in keyof Here]: Here[Key] } = {
    cell: 0,
    at: { from: 0, to: 0 },
    loops: 0,
    textOf: (node) => this.code.source.slice(node.from, node.to),
    distinct: (object, node, part) => {
      const { meaning, kind } = object;
      const type = meaning.type === 'instance' ? 'instance' : 'atom';
      return this.makeAs(node, () => new AbstractObject({ type }, kind), `tracked ${part} ${kind}`);
    },
  };

  /** The current position, for the domain. */
  protected here(node: Range): Here {
    this.#here.cell = this.code.number;
    this.#here.at = node;
    this.#here.loops = this.loops;
    return this.#here;
  }

  /** A value derived from others, after the domain has seen it. */
  protected derived(node: Range, result: Value, from: readonly Value[], how: Derivation): Value {
    return this.domain === null ? result : this.domain.derived(node, result, from, how, this.here(node));
  }

  protected override begin(cell: CellCode, frame?: Frame): void {
    super.begin(cell, frame);
    this.grown.clear();
    this.#met.clear();
  }

  /** An atom of a kind. */
  protected atom(kind: string, constant?: Constant): AbstractObject {
    const key = `${kind} ${typeof constant} ${String(constant)}`;
    const known = this.#atoms.get(key);
    if (known !== undefined) return known;
    const made = new AbstractObject({ type: 'atom' }, kind, constant === undefined ? {} : { constant });
    this.#atoms.set(key, made);
    return made;
  }

  /** Something of a library. */
  protected path(path: string): AbstractObject {
    const known = this.#paths.get(path) ?? new AbstractObject({ type: 'library', path }, null);
    this.#paths.set(path, known);
    return known;
  }

  /** The object of a kind made at an allocation site; the same one on each visit of the site in this run of the body. */
  protected make(
    node: Range,
    kind: string | null,
    part = '',
    more: ConstructorParameters<typeof AbstractObject>[2] = {},
  ): AbstractObject {
    if (kind !== null && ATOMS.test(kind)) return this.atom(kind);
    return this.makeAs(node, () => new AbstractObject({ type: 'instance' }, kind, more), `${part} ${kind}`);
  }

  protected makeAs(node: Range, make: () => AbstractObject, part: string): AbstractObject {
    const known = this.frame.made.get(node) ?? new Map<string, AbstractObject>();
    this.frame.made.set(node, known);
    const key = `${part} ${this.turn}`;
    const before = known.get(key);
    if (before !== undefined && this.#met.has(before)) return before;
    const made = make();
    // an earlier interpretation of the cell made the object
    const object = before !== undefined && isAlike(before, made) ? before : made;
    this.#met.add(object);
    known.set(key, object);
    return object;
  }

  /** Notes that an object holds others. */
  protected hold(owner: AbstractObject, field: string, value: Value): void {
    if (value.length === 0) return;
    let held = owner.fields.get(field);
    if (held === undefined) {
      held = new Set();
      this.trail.set(owner.fields, field, held);
    }
    for (const object of value) {
      if (!this.trail.add(held, object)) continue;
      this.grown.add(owner);
      this.trail.add(object.holders, owner);
      this.held += 1;
    }
  }

  /** The elements of containers; a part of the object if no elements are known. */
  protected elements(value: Value, node: Range): Value {
    const found = new Set<AbstractObject>();
    for (const object of value) {
      for (const element of this.elementsOf(object, node)) found.add(element);
    }
    return this.derived(node, [...found], [value], { type: 'element' });
  }

  protected elementsOf(object: AbstractObject, node: Range): Value {
    if (object.meaning.type !== 'instance') {
      const { kind } = object;
      return [this.atom(kind === 'builtins.str' ? 'builtins.str' : 'builtins.int')];
    }
    // names of columns, or labels of rows
    if (NAMED.has(object.kind)) return [this.atom('builtins.str')];
    const held = [...object.fields].filter(([field]) => !field.startsWith('.'));
    if (held.length > 0) return held.flatMap(([, objects]) => [...objects]);
    if (object.kind !== null && /^builtins\.(?:list|tuple|dict|set)$/.test(object.kind)) return [];
    // (`axs.flat`)
    const { base } = object;
    if (base?.kind === 'numpy.ndarray' && base.fields.size > 0) return this.elementsOf(base, node);
    return [
      this.make(node, object.kind === 'numpy.ndarray' ? object.kind : null, 'element', { base: object }),
    ];
  }

  protected attributeOf(object: AbstractObject, name: string): Value {
    return [...(object.fields.get(attributeField(name)) ?? [])];
  }
}

/** Classes whose elements are names of columns, or stand for labels of rows. */
const NAMED: ReadonlySet<string | null> = new Set(['pandas.DataFrame', 'pandas.Series', 'pandas.Index']);

/** Whether two objects without contents differ in nothing. */
function isAlike(a: AbstractObject, b: AbstractObject): boolean {
  return (
    a.meaning.type === 'instance' &&
    b.meaning.type === 'instance' &&
    a.kind === b.kind &&
    a.base === b.base &&
    a.attribute === b.attribute &&
    a.ofClass === b.ofClass
  );
}
