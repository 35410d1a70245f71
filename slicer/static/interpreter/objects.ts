/**
 * The values of the interpreter: abstract objects, one for each place in the code that makes objects, and what they hold.
 * What an object holds only grows: which names mean it changes with the flow (state.ts), its content does not.
 */
import type { Constant } from '../../effects/index.ts';
import type { Scope, ScopeTree } from '../scopes.ts';
import type { ClassStatement, FunctionStatement, LambdaExpression } from '../syntax.ts';

/** A cell whose code is interpreted. */
export interface CellCode {
  /** Numbers cells in the order in which they run, from 1. */
  readonly number: number;
  readonly source: string;
  readonly scopes: ScopeTree;
}

/** A function of the notebook. */
export interface FunctionCode {
  /** Its qualified name: `__main__.prepare`, `__main__.Model.fit`. */
  readonly path: string;
  readonly node: FunctionStatement | LambdaExpression;
  readonly cell: CellCode;
  /** The values of its parameters' defaults. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly binding: Binding;
}

/** What a function gets first when it is reached through a class or an object, as its decorators say. */
export type Binding = 'instance' | 'class' | 'static' | 'property';

/** The qualified name of what is defined in a scope. */
export function ownPath(name: string, { kind, className }: Scope): string {
  return kind === 'class' && className !== null ? `__main__.${className}.${name}` : `__main__.${name}`;
}

/** What an object is, as far as it decides what can be done with it. */
export type Meaning =
  /** Nothing can change it: numbers, strings, None. */
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

/** What an expression may be. */
export type Value = readonly AbstractObject[];

/** The field that stands for all elements without a known place. */
export const ELEMENTS = '*';

/** The field of an attribute, and that of an element whose key is known. */
export const attributeField = (name: string): string => `.${name}`;
export const keyField = (key: Constant): string => `=${String(key)}`;

/** All objects that one place in the code makes. */
export class AbstractObject {
  readonly meaning: Meaning;
  /** The dotted path of its class, `builtins.list`; null: not known. */
  readonly kind: string | null;
  /** Of an atom that is known. */
  readonly constant: Constant | undefined;
  /** What it is a part or view of, without being kept by it as an object of its own: a column, a slice of an array. */
  readonly base: AbstractObject | null;
  /** The class of the notebook that it is an instance of. */
  readonly ofClass: AbstractObject | null;
  readonly fields = new Map<string, Set<AbstractObject>>();
  /** Who holds it. */
  readonly holders = new Set<AbstractObject>();

  constructor(
    meaning: Meaning,
    kind: string | null,
    more: {
      readonly constant?: Constant;
      readonly base?: AbstractObject | null;
      readonly ofClass?: AbstractObject | null;
    } = {},
  ) {
    this.meaning = meaning;
    this.kind = kind;
    this.constant = more.constant;
    this.base = more.base ?? null;
    this.ofClass = more.ofClass ?? null;
  }

  /** Whether two names for it can be told apart: one can be changed through the other. */
  get isShared(): boolean {
    return this.meaning.type !== 'atom' && this.meaning.type !== 'library';
  }
}

/** Whether elements that are taken of it are gone. */
export function isIterator({ kind }: AbstractObject): boolean {
  return (
    kind !== null && /^builtins\.(?:generator|zip|map|filter|enumerate|reversed|list_iterator)$/.test(kind)
  );
}

/** Both, each object once. */
export function union(a: Value, b: Value): Value {
  if (a.length === 0 || a === b) return b;
  const more = b.filter((object) => !a.includes(object));
  return more.length === 0 ? a : [...a, ...more];
}

/** All of several values. */
export function unionOf(values: Iterable<Value>): Value {
  let all: Value = [];
  for (const value of values) all = union(all, value);
  return all;
}

/** Everything that can be reached from a value through what objects hold, itself included. */
export function reachOf(value: Value): Set<AbstractObject> {
  return closure(value, (object) => [...object.fields.values()].flatMap((held) => [...held]));
}

/** Everything that a value is in: what holds it, and what holds that; itself included. */
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
