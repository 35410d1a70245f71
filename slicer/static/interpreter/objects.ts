/**
 * The values of the interpreter: abstract objects, one for each allocation site, and their contents.
 * Contents only grow. The names of an object change with the flow (state.ts); its contents do not.
 */
import type { Constant } from '../../effects/index.ts';
import type { Scope, ScopeTree } from '../scopes.ts';
import type { ClassStatement, FunctionStatement, LambdaExpression } from '../syntax.ts';

/** A cell with interpreted code. */
export interface CellCode {
  /** Numbers cells in the order in which they run, from 1. */
  readonly number: number;
  readonly source: string;
  readonly scopes: ScopeTree;
}

/** A function of the notebook. */
export interface FunctionCode {
  /** The qualified name: `__main__.prepare`, `__main__.Model.fit`. */
  readonly path: string;
  readonly node: FunctionStatement | LambdaExpression;
  readonly cell: CellCode;
  /** The values of its parameters' defaults. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly binding: Binding;
}

/** What a function gets first when it is reached through a class or an object, as its decorators say. */
export type Binding = 'instance' | 'class' | 'static' | 'property';

/** The qualified name of a definition in a scope. */
export function ownPath(name: string, { kind, className }: Scope): string {
  return kind === 'class' && className !== null ? `__main__.${className}.${name}` : `__main__.${name}`;
}

/** The meaning of an object, as far as it decides the possible uses. */
export type Meaning =
  /** Unchangeable: numbers, strings, None. */
  | { readonly type: 'atom' }
  | { readonly type: 'instance' }
  /** A module, function or class of a library, by its dotted path. */
  | { readonly type: 'library'; readonly path: string }
  | { readonly type: 'function'; readonly code: FunctionCode }
  | { readonly type: 'class'; readonly path: string; readonly node: ClassStatement; readonly bases: Value }
  /** A method of a class of the notebook, bound to an object or, as class methods are, to a class. */
  | { readonly type: 'method'; readonly self: AbstractObject; readonly code: FunctionCode }
  /** `super()` in a method of the class: an object as the bases of the class see it. */
  | { readonly type: 'super'; readonly self: AbstractObject; readonly cls: AbstractObject };

/** The possible objects of an expression. */
export type Value = readonly AbstractObject[];

/** The field for all elements without a known position. */
export const ELEMENTS = '*';

/** The field of an attribute, and the field of an element with a known key. */
export const attributeField = (name: string): string => `.${name}`;
export const keyField = (key: Constant): string => `=${String(key)}`;

/** All objects made at one allocation site. */
export class AbstractObject {
  readonly meaning: Meaning;
  /** The dotted path of its class, `builtins.list`; null: not known. */
  readonly kind: string | null;
  /** The value of a known atom. */
  readonly constant: Constant | undefined;
  /** The object of which this one is a part or view without being an element: a column, a slice of an array. */
  readonly base: AbstractObject | null;
  /** The attribute of `base` that the object was, such as a method of a list as a value. */
  readonly attribute: string | null;
  /** The notebook's class of an instance. */
  readonly ofClass: AbstractObject | null;
  readonly fields = new Map<string, Set<AbstractObject>>();
  /** The objects that contain this one. */
  readonly holders = new Set<AbstractObject>();

  constructor(
    meaning: Meaning,
    kind: string | null,
    more: {
      readonly constant?: Constant;
      readonly base?: AbstractObject | null;
      readonly attribute?: string | null;
      readonly ofClass?: AbstractObject | null;
    } = {},
  ) {
    this.meaning = meaning;
    this.kind = kind;
    this.constant = more.constant;
    this.base = more.base ?? null;
    this.attribute = more.attribute ?? null;
    this.ofClass = more.ofClass ?? null;
  }

  /** Whether a change through one name shows through another name. */
  get isShared(): boolean {
    return this.meaning.type !== 'atom' && this.meaning.type !== 'library';
  }
}

/** Whether taking an element removes it from the object. */
export function isIterator({ kind }: AbstractObject): boolean {
  return (
    kind !== null &&
    /^(?:builtins\.(?:generator|zip|map|filter|enumerate|reversed|list_iterator)|itertools\.\w+)$/.test(kind)
  );
}

/** The union of two values, each object once. */
export function union(a: Value, b: Value): Value {
  if (a.length === 0 || a === b) return b;
  const more = b.filter((object) => !a.includes(object));
  return more.length === 0 ? a : [...a, ...more];
}

/** The union of several values. */
export function unionOf(values: Iterable<Value>): Value {
  let all: Value = [];
  for (const value of values) all = union(all, value);
  return all;
}

/** All objects reachable from a value through contents, including the value. */
export function reachOf(value: Value): Set<AbstractObject> {
  return closure(value, (object) => [...object.fields.values()].flatMap((held) => [...held]));
}

/** All objects that directly or indirectly contain a value, including the value. */
export function ownersOf(value: Iterable<AbstractObject>): Set<AbstractObject> {
  return closure(value, (object) => object.holders);
}

function closure(
  from: Iterable<AbstractObject>,
  next: (object: AbstractObject) => Iterable<AbstractObject>,
): Set<AbstractObject> {
  const found = new Set<AbstractObject>();
  const pending = [...from];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (!object.isShared || found.has(object)) continue;
    found.add(object);
    pending.push(...next(object));
  }
  return found;
}
