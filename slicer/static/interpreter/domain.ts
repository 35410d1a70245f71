/**
 * What an analysis that runs along with the interpreter is told: calls of libraries, and values that come of others. It may give other
 * objects in place of a result, so that it can tell two numbers apart. It cannot change what the interpreter finds out itself.
 */
import type { Expression, Range } from '../syntax.ts';
import type { PassedValue } from './declared-call.ts';
import type { AbstractObject, Value } from './objects.ts';

/** Where the interpreter is. */
export interface Here {
  /** The number of the cell that runs, from 1 in the order of runs. */
  readonly cell: number;
  /** The place in the text of the cell that runs: the statement, where code of another cell is interpreted. */
  readonly at: Range;
  /** How many loops are around it, also in the functions that are being called. */
  readonly loops: number;
  /** The text of an expression of the code that is interpreted. */
  readonly textOf: (node: Range) => string;
  /** An object of its own in place of an atom or of another one, the same whenever the place is come by. */
  readonly distinct: (object: AbstractObject, node: Range, part: string) => AbstractObject;
}

/** A call of something that is not of the notebook. */
export interface TrackedCall {
  /** The dotted path of a function or class; null: a method, or unknown. */
  readonly path: string | null;
  /** The receiver of a method, with the class of which it is, where that is known. */
  readonly self: AbstractObject | null;
  readonly kind: string | null;
  readonly name: string;
  readonly passed: readonly PassedValue[];
  readonly node: Expression;
  /** What functions of the notebook that it calls have given back. */
  readonly returned: Value;
  /** It gives a new object of a class. */
  readonly isConstructor: boolean;
}

/** How a value comes of others. */
export type Derivation =
  | { readonly type: 'attribute'; readonly name: string }
  | { readonly type: 'item'; readonly index: readonly Value[]; readonly object: Range }
  | { readonly type: 'operation' | 'element' }
  /** What a function that a call gets is given: a row, a column, an element. */
  | { readonly type: 'part' }
  /** The i-th of several targets. */
  | { readonly type: 'unpacked'; readonly at: number };

/** An analysis over the interpreter. */
export interface Domain {
  called(call: TrackedCall, result: Value, here: Here): Value;
  derived(node: Range, result: Value, from: readonly Value[], how: Derivation, here: Here): Value;
  /** An attribute or item of objects is set, or they are updated in place. `field`: what is set, by its text. */
  stored(
    objects: Value,
    value: Value,
    target: Expression,
    index: readonly Value[],
    isUpdate: boolean,
    here: Here,
  ): void;
  /** What runs until `left` depends on this value. */
  entered(test: Value): void;
  left(): void;
  /** A name gets a value. */
  bound(value: Value, name: Range, here: Here): Value;
}
