/** Messages between the page of an app and the server. Types only. */

import type { JsonValue } from '../../kernel/index.ts';

/** A control for a parameter. `kind`: of the default value, which new values keep; `any`: the default is `None`. */
export interface AppControl {
  readonly name: string;
  readonly kind: 'text' | 'whole' | 'float' | 'truth' | 'list' | 'any';
  readonly value: JsonValue;
  /** The comment behind the default value. */
  readonly help: string;
}

/** A visitor's new value of a parameter. */
export interface ParameterOperation {
  readonly op: 'parameter';
  readonly name: string;
  readonly value: JsonValue;
}

/** The controls with their present values: before the notebook, and after each change. */
export interface FromApp {
  readonly type: 'app';
  readonly controls: readonly AppControl[];
}
