/**
 * The interface of an analysis that runs along with the interpreter. The interpreter reports library calls
 * and derived values. The analysis may replace a result, for example to tell two equal numbers apart. It
 * cannot change the interpreter's own results.
 */
import type { Expression, Range } from '../syntax.ts';
import type { PassedValue } from './bound-call.ts';
import type { AbstractObject, Value } from './objects.ts';

/** The interpreter's current position. */
export interface Here {
  /** The number of the running cell, from 1 in the order of runs. */
  readonly cell: number;
  /** The range in the text of the running cell: the statement, if code of another cell is interpreted. */
  readonly at: Range;
  /** The number of surrounding loops, including the loops around running calls. */
  readonly loops: number;
  /** The text of an expression in the interpreted code. */
  readonly textOf: (node: Range) => string;
  /** An object that replaces an atom or another object, the same one on each visit of the range. */
  readonly distinct: (object: AbstractObject, node: Range, part: string) => AbstractObject;
}

/** A call of a callee from outside of the notebook. */
export interface TrackedCall {
  /** The dotted path of a function or class; null: a method, or unknown. */
  readonly path: string | null;
  /** The receiver of a method, with its class if known. */
  readonly self: AbstractObject | null;
  readonly kind: string | null;
  readonly name: string;
  readonly passed: readonly PassedValue[];
  readonly node: Expression;
  /** The results of notebook functions that the callee calls. */
  readonly returned: Value;
  /** Whether the call makes a new object of a class. */
  readonly isConstructor: boolean;
}

/** The way in which a value derives from others. */
export type Derivation =
  | { readonly type: 'attribute'; readonly name: string }
  | { readonly type: 'item'; readonly index: readonly Value[]; readonly object: Range }
  | { readonly type: 'operation' | 'element' }
  /** The elements of a comprehension, chosen by conditions. */
  | { readonly type: 'filtered' }
  /** The argument of a function passed to a call: a row, a column, an element. */
  | { readonly type: 'part' }
  /** The i-th of several targets. */
  | { readonly type: 'unpacked'; readonly at: number };

/** An analysis over the interpreter. */
export interface Domain {
  called(call: TrackedCall, result: Value, here: Here): Value;
  derived(node: Range, result: Value, from: readonly Value[], how: Derivation, here: Here): Value;
  /** Reports a store into an attribute or item, or an update in place. `field`: the text of the target's field. */
  stored(
    objects: Value,
    value: Value,
    target: Expression,
    index: readonly Value[],
    isUpdate: boolean,
    here: Here,
  ): void;
  /** Reports that items are deleted. */
  deleted(objects: Value, index: readonly Value[], here: Here): void;
  /** Reports a test: the code until `left` depends on its value. */
  entered(test: Value): void;
  left(): void;
  /** A `break` ends the innermost loop. */
  ended(here: Here): void;
  /** A name gets a value. */
  bound(value: Value, name: Range, here: Here): Value;
}
