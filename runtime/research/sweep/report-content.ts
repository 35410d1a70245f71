/** The content of a report on a sweep, and the words for its values. */

import type { JsonValue } from '../../documents/index.ts';
import type { SweptParameter } from './combinations.ts';
import type { SweepPoint } from './sweep-point.ts';

/** The content of a report. */
export interface SweepReport {
  readonly file: string;
  readonly parameters: readonly SweptParameter[];
  readonly collect: readonly string[];
  /** In the order of the table. */
  readonly points: readonly SweepPoint[];
  /** A sentence about the cells that ran. */
  readonly saved: string;
  /** The data of figures, by hash. */
  readonly figures: ReadonlyMap<string, string>;
}

/** A parameter's value for people. */
export function shownValue(value: JsonValue): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value === null
    ? 'None'
    : value === true
      ? 'True'
      : value === false
        ? 'False'
        : JSON.stringify(value);
}
