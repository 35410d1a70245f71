/**
 * The parts of objects: attributes, elements, columns, slices, and the values of several targets. It
 * evaluates no expressions.
 */
import type { CompiledResult } from '../../effects/index.ts';
import type { Expression, Range } from '../syntax.ts';
import { ChangeValues } from './change-values.ts';
import { type AbstractObject, ELEMENTS, keyField, unionOf, type Value } from './objects.ts';
import type { SpecialMethods } from './special-methods.ts';

/** Classes whose objects have parts of their own kind. */
export const LIST = 'builtins.list';
export const FRAME = 'pandas.DataFrame';
export const SERIES = 'pandas.Series';
export const ARRAY = 'numpy.ndarray';
const INDEX = 'pandas.Index';

const isAtom = ({ meaning }: AbstractObject): boolean => meaning.type === 'atom';

/** Whether an index takes one row or one column of all: `df.iloc[i, :]`, `df.loc[:, 'a']`. */
function isOneLine({ object, to }: Expression & { type: 'subscript' }, source: string): boolean {
  const isByPlace = object.type === 'attribute' && /^i?loc$/.test(object.attribute);
  const index = source.slice(object.to, to).replace(/\s/g, '');
  return isByPlace && /^\[(?::,[^:,()[\]{}]+|[^:,()[\]{}]+,:)\]$/.test(index);
}

/** The object of a class to which a part belongs; null: it belongs to none. */
export function wholeOf(object: AbstractObject, kind: string): AbstractObject | null {
  for (let { base } = object; base !== null; { base } = base) if (base.kind === kind) return base;
  return null;
}

/** The parts of objects. */
export abstract class PartValues extends ChangeValues {
  /** An attribute from the object's class, for a class of the notebook. */
  protected abstract classAttribute(object: AbstractObject, name: string, node: Expression): Value | null;
  /** The results of a method that syntax calls, of objects whose class in the notebook has the method; null: none has. */
  protected abstract callSpecial(
    objects: Value,
    method: string,
    passed: readonly Value[],
    node: Expression,
  ): Value | null;

  /** Runs special methods of values of the notebook's own classes; `others`: their argument. */
  protected abstract runSpecial(
    values: Value,
    methods: readonly string[],
    others: Value,
    node: Expression,
  ): void;
  /** Runs the special methods behind a call for its arguments, and for their elements. */
  protected abstract runSpecialOf(methods: SpecialMethods, values: Value, node: Expression): void;
  /** Notes that an item is taken, which some classes of libraries may make first (`defaultdict`). */
  protected abstract gotItem(object: AbstractObject, node: Expression): void;
  /** The truth of a value is asked for; returns the value. */
  protected abstract tested(value: Value, node: Expression): Value;

  protected attribute(objects: Value, name: string, node: Expression): Value {
    const result = unionOf(objects.map((object) => this.attributeOfOne(object, name, node)));
    return this.derived(node, result, [objects], { type: 'attribute', name });
  }

  private attributeOfOne(object: AbstractObject, name: string, node: Expression): Value {
    const { meaning, kind } = object;
    if (meaning.type === 'library') return [this.path(`${meaning.path}.${name}`)];
    if (meaning.type === 'atom') return [this.atom('builtins.str')];
    if (name === '__class__') return [this.classOf(object, node)];
    const own = meaning.type === 'class' ? [] : this.attributeOf(object, name);
    if (own.length > 0) return own;
    const ofClass = this.classAttribute(object, name, node);
    if (ofClass !== null) return ofClass;
    if (meaning.type === 'super') return this.attributeOfOne(meaning.self, name, node);
    const declared = kind === null ? null : this.library.attribute(kind, name);
    if (declared !== null) return declared.flatMap((result) => this.attributeResult(result, object, node));
    // a column, if the library has no attribute with this name
    const other = kind === null ? null : this.library.attribute(kind, '__getattr__');
    if (other !== null) return other.flatMap((result) => this.attributeResult(result, object, node));
    this.mayChangeForeign([object], `${name} is read`);
    return [this.make(node, null, '', { base: object, attribute: name })];
  }

  /** The class of an object, as `type` gives it. */
  protected classOf({ ofClass, kind, meaning }: AbstractObject, node: Range): AbstractObject {
    if (meaning.type === 'super') return this.classOf(meaning.self, node);
    return ofClass ?? (kind === null ? this.make(node, null, 'class') : this.path(kind));
  }

  private attributeResult(result: CompiledResult, object: AbstractObject, node: Expression): Value {
    if (result[0] !== 'made') return [object];
    // a part gives its whole (`ax.figure`)
    return [wholeOf(object, result[1]) ?? this.make(node, result[1], '', { base: object })];
  }

  protected subscript(
    objects: Value,
    index: readonly Value[],
    node: Expression & { type: 'subscript' },
  ): Value {
    const isSlice = this.code.source.slice(node.object.to, node.to).includes(':');
    const result = unionOf(objects.map((object) => this.item(object, index, isSlice, node)));
    return this.derived(node, result, [objects], { type: 'item', index, object: node.object });
  }

  /**
   * An element, or a part.
   * Unsound, static analysis only: a view of another object, such as `d.keys()` or `df.groupby('a')`, counts as an object of its own.
   */
  private item(
    object: AbstractObject,
    index: readonly Value[],
    isSlice: boolean,
    node: Expression & { type: 'subscript' },
  ): Value {
    const { meaning, kind } = object;
    if (meaning.type !== 'instance') return [this.atom(kind ?? 'builtins.int')];
    const own = this.callSpecial([object], '__getitem__', index, node);
    if (own !== null) return own;
    const [first = []] = index;
    if (kind === FRAME || kind === SERIES) {
      const isColumn =
        kind === FRAME &&
        !isSlice &&
        first.length > 0 &&
        first.every((key) => key.kind !== null && isAtom(key));
      const isLine = isSlice && isOneLine(node, this.code.source) && first.every(isAtom);
      const series = kind === SERIES || isColumn || isLine || index.length > 1;
      // selected rows are copies, columns and slices are not
      return [this.make(node, series ? SERIES : FRAME, '', isColumn || isSlice ? { base: object } : {})];
    }
    if (kind === ARRAY && object.fields.size === 0) return [this.make(node, ARRAY, '', { base: object })];
    // several of its labels, or one
    if (kind === INDEX)
      return isSlice || !first.every(isAtom) ? [this.make(node, INDEX)] : this.elementsOf(object, node);
    if (kind === null) return [this.make(node, null, '', { base: object })];
    this.gotItem(object, node);
    const declared = this.library.attribute(kind, '__getitem__');
    if (declared !== null) return declared.flatMap((result) => this.attributeResult(result, object, node));
    // a row of an array of objects stands for the objects (`axs[0][1]`)
    if ([...object.holders].some((holder) => holder.kind === ARRAY)) return [object];
    if (!/^builtins\.(?:list|tuple|dict)$/.test(kind)) return this.elementsOf(object, node);
    if (isSlice) {
      const made = this.make(node, kind);
      this.hold(made, ELEMENTS, this.elementsOf(object, node));
      return [made];
    }
    const constant = first.length === 1 ? first[0]!.constant : undefined;
    const known = constant === undefined ? undefined : object.fields.get(keyField(constant));
    if (known !== undefined) return [...known, ...(object.fields.get(ELEMENTS) ?? [])];
    const elements = this.elementsOf(object, node);
    return elements.length > 0 ? elements : [this.make(node, null, '', { base: object })];
  }

  /** The part of a value for the i-th of several targets. */
  protected unpacked(value: Value, i: number, count: number, node: Expression): Value {
    const result = unionOf(
      value.map((object): Value => {
        const known = object.fields.get(keyField(i));
        if (known !== undefined && !object.fields.has(keyField(count))) return [...known];
        return this.elementsOf(object, node);
      }),
    );
    return this.derived(node, result, [value], { type: 'unpacked', at: i });
  }
}
